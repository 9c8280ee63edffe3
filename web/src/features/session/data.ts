import { logFailure } from '@/lib/failure.ts';
import { rows } from '@/lib/rows.ts';
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
    readCustomerIds(userId),
  ]);
  if (roles.data?.length === 0) await isEndedElsewhere(); // a session that was ended elsewhere sees no row, and is left by this
  if (roles.error) logFailure('Error fetching roles', roles.error.message);
  if (memberships.error) logFailure('Error fetching memberships', memberships.error.message);
  return {
    state: roles.error || memberships.error ? 'failed' : 'known',
    roles: (roles.data ?? []).flatMap(({ role }) => (role === 'admin' || role === 'customer' ? [role] : [])),
    customerIds: memberships.data ?? [],
  };
}

const PAGE = 1000;

/** The customers of the person's active memberships, page by page: one answer holds 1,000 rows at most. */
async function readCustomerIds(userId: string) {
  const ids: string[] = [];
  for (;;) {
    const { data, error } = await rows
      .from('customer_users')
      .select('customer_id, customers!inner()')
      .eq('user_id', userId)
      .eq('is_active', true)
      .order('accepted_at', { nullsFirst: false })
      .order('created_at')
      .order('id')
      .range(ids.length, ids.length + PAGE - 1);
    if (error) return { data: null, error };
    ids.push(...data.map(({ customer_id }) => customer_id));
    if (data.length < PAGE) return { data: ids, error: null };
  }
}
