// What visitors of a public demo may not do, whatever the rights of the account that they share.
import { demoAccountsFixed, demoReadOnly } from '../errors.ts';
import { WRITES_TO_READ } from './disk-space.ts';
import type { Plan } from './plan.ts';

/** Functions about the sessions of an account: they would show visitors the addresses of others, and sign others out. */
const OF_SESSIONS = new Set(['my_sessions', 'end_my_session']);

/** Throws RestError for a request that changes an account or sees its sessions, and for a change by an administrator. What only reads runs in a read-only transaction. */
export function requireAllowedInDemo(plan: Plan, isAdministrator: boolean): void {
  const called = plan.kind === 'call' ? plan.routine.name : '';
  const isRead = plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly) || WRITES_TO_READ.has(called);
  if (isAdministrator && !isRead) throw demoReadOnly();
  if (OF_SESSIONS.has(called) || (plan.kind === 'write' && plan.relation.name === 'profiles'))
    throw demoAccountsFixed();
}
