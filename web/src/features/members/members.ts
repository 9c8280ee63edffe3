import type { MemberRole } from '#domain/member-roles.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import { commonTexts } from '@/lib/texts.ts';
import type { Tone } from '@/ui/badge.tsx';
import { texts } from './texts.ts';

export type PendingInvitation = SelectedRow<'invitations', 'id, email, token, expires_at, mailed_at, role'>;
export type Membership = SelectedRow<
  'customer_users',
  'id, accepted_at, is_active, created_at, role, profiles(email, full_name)'
>;

export type Members = { invitations: PendingInvitation[]; memberships: Membership[] };

/** A row of the list: an open invitation or a membership. */
export type Member = {
  id: string;
  name: string;
  email: string;
  /** The role of the membership, or of that which the invitation will create. */
  role: MemberRole;
  statuses: readonly MemberStatus[];
  date: { label: string; at: string };
} & (
  | { invitation: PendingInvitation; canResend: boolean; membership?: never }
  | { membership: Membership; invitation?: never; canResend?: never }
);

export type MemberStatus = { label: string; tone: Tone };

const { status, date } = texts;

const INVITED: MemberStatus = { label: status.invited, tone: 'info' };
const UNDELIVERED: MemberStatus = { label: status.undelivered, tone: 'warning' };
const EXPIRED: MemberStatus = { label: status.expired, tone: 'danger' };

/** A customer's open invitations, then its members, at a time in milliseconds. An invitation of a deactivated member cannot be sent again: the member is reactivated instead. */
export function listMembers({ invitations, memberships }: Members, now: number): Member[] {
  const deactivated = new Set(
    memberships.flatMap(({ is_active, profiles }) => (is_active || !profiles ? [] : [profiles.email.toLowerCase()])),
  );
  const invited = invitations.map((invitation) =>
    invitedMember(invitation, now, !deactivated.has(invitation.email.toLowerCase())),
  );
  return [...invited, ...memberships.map(member)];
}

function invitedMember(invitation: PendingInvitation, now: number, canResend: boolean): Member {
  const { id, email, expires_at: at, mailed_at, role } = invitation;
  const isExpired = Date.parse(at) <= now;
  return {
    id,
    name: email,
    email,
    role,
    statuses: isExpired ? [EXPIRED] : mailed_at ? [INVITED] : [INVITED, UNDELIVERED],
    date: { label: isExpired ? date.expired : date.expires, at },
    invitation,
    canResend,
  };
}

function member(membership: Membership): Member {
  const { id, accepted_at, created_at, is_active, role, profiles } = membership;
  const email = profiles?.email ?? '';
  return {
    id,
    name: profiles?.full_name || email,
    email,
    role,
    statuses: [is_active ? memberStatus(accepted_at) : { label: commonTexts.deactivated, tone: 'neutral' }],
    date: accepted_at ? { label: date.joined, at: accepted_at } : { label: date.added, at: created_at },
    membership,
  };
}

const memberStatus = (acceptedAt: string | null): MemberStatus =>
  acceptedAt ? { label: status.active, tone: 'success' } : INVITED;

export type MemberAction = 'revoke' | 'access';
