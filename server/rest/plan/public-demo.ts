// A public demo refuses some requests, whatever the rights of the account that its visitors share.
import { demoAccountsFixed, demoReadOnly } from '../errors.ts';
import { WRITES_TO_READ } from './disk-space.ts';
import type { Plan } from './plan.ts';

/** These would show visitors the addresses of others, sign others out, and choose the emails of the account. */
const ACCOUNT_FUNCTIONS = new Set(['my_sessions', 'end_my_session', 'choose_emails']);
const ACCOUNT_TABLES = new Set(['profiles', 'mail_preferences']);

/** Throws RestError for a request that changes an account or sees its sessions, and for a change by an administrator. A read-only call runs in a read-only transaction. */
export function requireAllowedInDemo(plan: Plan, isAdministrator: boolean): void {
  const called = plan.kind === 'call' ? plan.routine.name : '';
  const isRead = plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly) || WRITES_TO_READ.has(called);
  if (isAdministrator && !isRead) throw demoReadOnly();
  if (ACCOUNT_FUNCTIONS.has(called) || (plan.kind === 'write' && ACCOUNT_TABLES.has(plan.relation.name)))
    throw demoAccountsFixed();
}
