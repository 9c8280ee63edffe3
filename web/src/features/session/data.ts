import { queryOptions } from '@tanstack/react-query';
import type { MemberRole } from '#domain/member-roles.ts';
import { checkSessionBy, currentSession } from '@/lib/backend.ts';
import { logFailure } from '@/lib/failure.ts';
import { readData, rows } from '@/lib/rows.ts';
import { isUuid } from '@/lib/uuid.ts';
import type { Role } from './access.ts';
import { leaveEndedSession } from './actions.ts';

/** `review_by` is the day by which members are asked to review, such as 2026-12-04. */
export type OwnCustomer = { id: string; name: string; role: MemberRole; review_by?: string | null };

/** The roles and memberships of a user. `failed` if either could not be read. */
export type Grants = {
  state: 'known' | 'failed';
  roles: Role[];
  /** Customers in the order of acceptance: new campaigns belong to the first. */
  customers: OwnCustomer[];
};

/** Reads roles and active memberships of active customers. Errors are logged and count as none. */
export async function readGrants(userId: string): Promise<Grants> {
  const [roles, memberships] = await Promise.all([
    rows.from('user_roles').select('role').eq('user_id', userId),
    readCustomers(userId),
  ]);
  if (roles.data?.length === 0) await leaveEndedSession(); // an ended session reads no rows; this signs it out
  if (roles.error) logFailure('Error fetching roles', roles.error.message);
  if (memberships.error) logFailure('Error fetching memberships', memberships.error.message);
  return {
    state: roles.error || memberships.error ? 'failed' : 'known',
    roles: (roles.data ?? []).flatMap(({ role }) => (role === 'admin' || role === 'customer' ? [role] : [])),
    customers: memberships.data ?? [],
  };
}

checkSessionBy(async () => {
  const session = await currentSession();
  if (!session) return;
  const { data } = await rows.from('user_roles').select('role').eq('user_id', session.user.id);
  if (data?.length === 0) await leaveEndedSession(); // as above
});

/** The most rows in one response. */
const PAGE = 1000;

async function readCustomers(userId: string) {
  const customers: OwnCustomer[] = [];
  for (;;) {
    const { data, error } = await rows
      .from('customer_users')
      .select('customer_id, role, customers!inner(id, name, review_by)')
      .eq('user_id', userId)
      .eq('is_active', true)
      .order('accepted_at', { nullsFirst: false })
      .order('created_at')
      .order('id')
      .range(customers.length, customers.length + PAGE - 1);
    if (error) return { data: null, error };
    customers.push(...data.map(({ role, customers: own }) => ({ ...own, role })));
    if (data.length < PAGE) return { data: customers, error: null };
  }
}

/** The customer whose row has this id, among those of the user; null if there is none. Customers are not limited to the effective ones. */
export const rowOwner = (table: 'leads' | 'companies' | 'campaigns', id: string) =>
  queryOptions({
    queryKey: ['owner', table, id],
    queryFn: async ({ signal }): Promise<string | null> => {
      if (!isUuid(id)) return null;
      const request = rows
        .from('customers')
        .select<string, { id: string }>(`id, ${table}!inner(id)`)
        .eq(`${table}.id`, id);
      return (await readData(request.maybeSingle(), signal))?.id ?? null;
    },
  });
