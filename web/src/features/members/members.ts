import type { Tone } from '@/ui/badge.tsx';

export type Invitation = { id: string; email: string; token: string; expires_at: string; mailed_at: string | null };

export type Membership = {
  id: string;
  accepted_at: string | null;
  is_active: boolean;
  created_at: string;
  profiles: { email: string; full_name: string | null } | null;
};

/** A line of the list: an open invitation or a membership. */
export type Person = {
  id: string;
  name: string;
  email: string;
  statuses: readonly PersonStatus[];
  /** Since when, or until when. */
  moment: { verb: 'Joined' | 'Added' | 'Expires' | 'Expired'; at: string };
} & (
  | { invitation: Invitation; mayResend: boolean; membership?: never }
  | { membership: Membership; invitation?: never; mayResend?: never }
);

export type PersonStatus = { word: string; tone: Tone };

const INVITED: PersonStatus = { word: 'Invited', tone: 'info' };

/** A customer's open invitations, then its members. An invitation of a deactivated member cannot be sent again: the member is reactivated instead. */
export function listPeople(
  { invitations, memberships }: { invitations: readonly Invitation[]; memberships: readonly Membership[] },
  now: number,
): Person[] {
  const deactivated = new Set(
    memberships.flatMap(({ is_active, profiles }) => (is_active || !profiles ? [] : [profiles.email.toLowerCase()])),
  );
  const listed = invitations.map((one) => invited(one, now, !deactivated.has(one.email.toLowerCase())));
  return [...listed, ...memberships.map(member)];
}

/** An open invitation as a line of the list, at a moment in milliseconds. */
function invited(invitation: Invitation, now: number, mayResend: boolean): Person {
  const { id, email, expires_at: at, mailed_at } = invitation;
  const isOver = Date.parse(at) <= now;
  const statuses = [INVITED];
  if (!mailed_at) statuses.push({ word: 'Not delivered', tone: 'warning' });
  if (isOver) statuses.push({ word: 'Expired', tone: 'danger' });
  return {
    id,
    name: email,
    email,
    statuses,
    moment: { verb: isOver ? 'Expired' : 'Expires', at },
    invitation,
    mayResend,
  };
}

/** A membership as a line of the list: invited until it is accepted, then active, unless it has been deactivated. */
function member(membership: Membership): Person {
  const { id, accepted_at, created_at, is_active, profiles } = membership;
  const email = profiles?.email ?? '';
  return {
    id,
    name: profiles?.full_name || email,
    email,
    statuses: [is_active ? statusOf(accepted_at) : { word: 'Deactivated', tone: 'neutral' }],
    moment: accepted_at ? { verb: 'Joined', at: accepted_at } : { verb: 'Added', at: created_at },
    membership,
  };
}

const statusOf = (acceptedAt: string | null): PersonStatus =>
  acceptedAt ? { word: 'Active', tone: 'success' } : INVITED;
