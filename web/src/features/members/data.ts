import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MemberRole } from '#domain/member-roles.ts';
import { customerKeys } from '@/features/customers/data.ts';
import { type Cursor, pageAfter, readAll } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { readData, rows } from '@/lib/rows.ts';
import { showChange } from '@/lib/show-change.ts';
import type { Member, Members, Membership, PendingInvitation } from './members.ts';

/** All open invitations and memberships of a customer, newest first: some dozens, rarely more than one page. */
export const memberList = (customerId: string) =>
  queryOptions({
    queryKey: customerKeys.members(customerId),
    queryFn: async ({ signal }): Promise<Members> => {
      const [invitations, memberships] = await Promise.all([
        readInvitations(customerId, signal),
        readMemberships(customerId, signal),
      ]);
      return { invitations, memberships };
    },
  });

const readInvitations = (customerId: string, signal: AbortSignal): Promise<PendingInvitation[]> =>
  readAll<PendingInvitation & Cursor>((after, limit) => {
    const request = rows
      .from('invitations')
      .select('id, email, token, expires_at, mailed_at, created_at, role')
      .eq('customer_id', customerId)
      .is('accepted_at', null);
    return readData(pageAfter(request, after, limit), signal);
  });

const readMemberships = (customerId: string, signal: AbortSignal): Promise<Membership[]> =>
  readAll<Membership>((after, limit) => {
    const request = rows
      .from('customer_users')
      .select('id, accepted_at, is_active, created_at, role, profiles(email, full_name)')
      .eq('customer_id', customerId);
    return readData(pageAfter(request, after, limit), signal);
  });

export const setMembershipActive = (id: string, isActive: boolean) =>
  readData(rows.from('customer_users').update({ is_active: isActive }).eq('id', id));

/** Changes the role of a membership or of an open invitation. */
export const setRole = ({ id, invitation }: Member, role: MemberRole) =>
  invitation
    ? readData(rows.from('invitations').update({ role }).eq('id', id).is('accepted_at', null).select('id').single())
    : readData(rows.from('customer_users').update({ role }).eq('id', id).select('id').single());

/** Shows a role before it is saved. Returns the function that shows the former one again. */
export function showRole(client: QueryClient, customerId: string, { id }: Member, role: MemberRole) {
  const changed = <Row extends { id: string }>(row: Row) => (row.id === id ? { ...row, role } : row);
  return showChange(client, memberList(customerId).queryKey, ({ invitations, memberships }) => ({
    invitations: invitations.map(changed),
    memberships: memberships.map(changed),
  }));
}

/** Deletes an invitation, which invalidates its link. */
export const revokeInvitation = (id: string) => readData(rows.from('invitations').delete().eq('id', id));

/** Refetches the lists of users, which include memberships and invitations. */
export const refreshUsers = (client: QueryClient) => invalidate(client, ['users']);
