// A public demo refuses some requests, whatever the rights of the account that its visitors share.
import { demoAccountsFixed, demoReadOnly } from '../errors.ts';
import { WRITES_TO_READ } from './disk-space.ts';
import type { Plan } from './plan.ts';

/** These would show visitors the addresses of others, and sign others out. */
const SESSION_FUNCTIONS = new Set(['my_sessions', 'end_my_session']);

/** Throws RestError for a request that changes an account or sees its sessions, and for a change by an administrator. A read-only call runs in a read-only transaction. */
export function requireAllowedInDemo(plan: Plan, isAdministrator: boolean): void {
  const called = plan.kind === 'call' ? plan.routine.name : '';
  const isRead = plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly) || WRITES_TO_READ.has(called);
  if (isAdministrator && !isRead) throw demoReadOnly();
  if (SESSION_FUNCTIONS.has(called) || (plan.kind === 'write' && plan.relation.name === 'profiles'))
    throw demoAccountsFixed();
}
