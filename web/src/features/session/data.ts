import { rows } from '../../lib/rows.ts';
import type { Role } from './access.ts';
import { isEndedElsewhere } from './actions.ts';

/** What a signed-in person may be and see, as far as it was read: `failed` where one of the two could not be. */
export type Grants = {
  state: 'known' | 'failed';
  roles: Role[];
  /** In the order in which the user has joined them; the first is where a new campaign goes. */
  customerIds: string[];
};

/** Reads roles and active memberships of active customers, joined first before later ones; what cannot be read is logged and counts as none. */
export async function readGrants(userId: string): Promise<Grants> {
  const [roles, memberships] = await Promise.all([
    rows.from('user_roles').select('role').eq('user_id', userId),
    rows
      .from('customer_users')
      .select('customer_id, customers!inner()')
      .eq('user_id', userId)
      .eq('is_active', true)
      .order('accepted_at', { nullsFirst: false })
      .order('created_at')
      .order('id'),
  ]);
  if (roles.data?.length === 0) await isEndedElsewhere(); // a session that was ended elsewhere sees no row, and is left by this
  if (roles.error) logFailure('roles', roles.error);
  if (memberships.error) logFailure('memberships', memberships.error);
  return {
    state: roles.error || memberships.error ? 'failed' : 'known',
    roles: (roles.data ?? []).flatMap(({ role }) => (role === 'admin' || role === 'customer' ? [role] : [])),
    customerIds: (memberships.data ?? []).map((membership) => membership.customer_id),
  };
}

function logFailure(what: string, error: { message: string }) {
  // biome-ignore lint/suspicious/noConsole: the product's rule for a failed lookup is to log it and go on without
  console.error(`Error fetching ${what}:`, error.message);
}
