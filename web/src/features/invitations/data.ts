import { PostgrestError } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import type { MemberRole } from '#domain/member-roles.ts';
import type { CustomerName } from '@/features/customers/data.ts';
import { pageUrl } from '@/lib/backend.ts';
import { callFunction } from '@/lib/functions.ts';
import { equalsPattern, readData, rows } from '@/lib/rows.ts';
import { paths } from '@/paths.ts';
import type { Invitation } from './invitation.ts';
import { texts } from './texts.ts';

export const invitationDetails = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      const data = await readData(rows.rpc('read_invitation', { token }).maybeSingle(), signal);
      if (!data) return null;
      const { customer_name: customerName, email, expires_at: expiresAt, is_accepted: isAccepted } = data;
      return { customerName, email, expiresAt, isAccepted };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

type Inviter = { id: string; name: string };

export type NewInvitation = { email: string; customer: CustomerName; inviter: Inviter; role: MemberRole };

export type OpenInvitation = { id: string; email: string; token: string };

/** A stored invitation. If its email could not be sent, with the reason and the link. */
export type Invited = { isSent: true } | Unsent;
export type Unsent = { isSent: false; reason: string; link: string };

/** Stores an invitation and sends its email; an open invitation of the same email gets the role and is sent again instead. Throws if it could not be stored. */
export async function invite({ email, customer, inviter, role }: NewInvitation): Promise<Invited> {
  const open = await findOpenInvitation(email, customer);
  if (open) {
    if (open.role !== role) await readData(rows.from('invitations').update({ role }).eq('id', open.id));
    return resendInvitation(open, customer, inviter);
  }
  const row = { customer_id: customer.id, email, invited_by: inviter.id, role };
  const stored = await readData(rows.from('invitations').insert(row).select('token, expires_at').single());
  return send({ email, customer, inviter, token: stored.token, expiresAt: stored.expires_at });
}

async function findOpenInvitation(email: string, { id }: CustomerName) {
  const open = rows.from('invitations').select('id, email, token, role').eq('customer_id', id).is('accepted_at', null);
  const found = await readData(open.ilike('email', equalsPattern(email)));
  return found.find((one) => one.email.toLowerCase() === email.toLowerCase()); // PostgREST reads a star as a wildcard
}

/** Extends an open invitation to the length of a new one and sends it again. Throws if it is no longer open. */
export async function resendInvitation(
  { id, email, token }: OpenInvitation,
  customer: CustomerName,
  inviter: Inviter,
): Promise<Invited> {
  const expiresAt = await readData(rows.rpc('renew_invitation', { invitation: id }));
  if (!expiresAt) throw new Error(texts.invite.invitationGone);
  return send({ email, customer, inviter, token, expiresAt });
}

type StoredInvitation = Omit<NewInvitation, 'role'> & { token: string; expiresAt: string };

async function send({ customer, inviter, ...stored }: StoredInvitation) {
  const body = { ...stored, customerName: customer.name, inviterName: inviter.name };
  const reason = await callFunction('send-invitation', body);
  if (reason === undefined) return { isSent: true } as const;
  const link = pageUrl(generatePath(paths.invitation, { token: stored.token }));
  return { isSent: false, reason, link } as const;
}

/** Why an invitation could not be stored: the backend's message, if it was reached. */
export function inviteErrorText(error: unknown): string {
  return error instanceof PostgrestError && error.code ? error.message : texts.invite.notStored;
}
