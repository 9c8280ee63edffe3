import { queryOptions } from '@tanstack/react-query';
import { customerKeys } from '@/features/customers/data.ts';
import { type Cursor, pageAfter, readAll } from '@/lib/keyset.ts';
import { rows } from '@/lib/rows.ts';
import type { Invitation, Membership } from './members.ts';

/** Everybody of a customer: who has been invited, and who is a member. */
export type People = { invitations: Invitation[]; memberships: Membership[] };

/** All of them, newest first: a customer's people are some dozens, seldom more than one page. */
export const peopleOf = (customerId: string) =>
  queryOptions({
    queryKey: customerKeys.members(customerId),
    queryFn: async ({ signal }): Promise<People> => {
      const [invitations, memberships] = await Promise.all([
        readInvitations(customerId, signal),
        readMemberships(customerId, signal),
      ]);
      return { invitations, memberships };
    },
  });

const readInvitations = (customerId: string, signal: AbortSignal): Promise<Invitation[]> =>
  readAll<Invitation & Cursor>(async (after, limit) => {
    const request = rows
      .from('invitations')
      .select('id, email, token, expires_at, mailed_at, created_at')
      .eq('customer_id', customerId)
      .is('accepted_at', null);
    const { data } = await pageAfter(request, after, limit).abortSignal(signal).throwOnError();
    return data;
  });

const readMemberships = (customerId: string, signal: AbortSignal): Promise<Membership[]> =>
  readAll<Membership>(async (after, limit) => {
    const request = rows
      .from('customer_users')
      .select('id, accepted_at, is_active, created_at, profiles(email, full_name)')
      .eq('customer_id', customerId);
    const { data } = await pageAfter(request, after, limit).abortSignal(signal).throwOnError();
    return data;
  });

/** Gives a member access, or takes it away. */
export async function setMembershipActive(id: string, isActive: boolean): Promise<void> {
  await rows.from('customer_users').update({ is_active: isActive }).eq('id', id).throwOnError();
}

/** Takes an invitation back: its link is worth nothing from then on. */
export async function revokeInvitation(id: string): Promise<void> {
  await rows.from('invitations').delete().eq('id', id).throwOnError();
}
