import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestError } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { generatePath } from 'react-router';
import type { CustomerName } from '@/features/customers/data.ts';
import { authorizedFetch, backendUrl, headers, pageUrl } from '@/lib/backend.ts';
import { reasonOf } from '@/lib/failure.ts';
import { equalsPattern } from '@/lib/row-filters.ts';
import { rows } from '@/lib/rows.ts';
import { paths } from '@/paths.ts';
import type { Invitation } from './invitation.ts';

const functions = new FunctionsClient(backendUrl('functions/v1'), { headers, customFetch: authorizedFetch });

/** The invitation of a token; null where there is none. */
export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      const { data } = await rows.rpc('read_invitation', { token }).abortSignal(signal).maybeSingle().throwOnError();
      if (!data) return null;
      const { customer_name: customerName, email, expires_at: expiresAt, is_accepted: isAccepted } = data;
      return { customerName, email, expiresAt, isAccepted };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

type Inviter = { id: string; name: string };

export type NewInvitation = { email: string; customer: CustomerName; inviter: Inviter };

export type OpenInvitation = { id: string; email: string; token: string };

/** A stored invitation: mailed, or with the reason why not and the link to hand over. */
export type Invited = { isMailed: true } | Unmailed;
export type Unmailed = { isMailed: false; reason: string; link: string };

/** Stores an invitation and has it mailed; who is invited already is sent the same one again. Throws where it could not be stored. */
export async function invite({ email, customer, inviter }: NewInvitation): Promise<Invited> {
  const open = await openInvitationOf(email, customer);
  if (open) return inviteAgain(open, customer, inviter);
  const { data } = await rows
    .from('invitations')
    .insert({ customer_id: customer.id, email, invited_by: inviter.id })
    .select('token, expires_at')
    .single()
    .throwOnError();
  return send({ email, customer, inviter, token: data.token, expiresAt: data.expires_at });
}

async function openInvitationOf(email: string, { id }: CustomerName): Promise<OpenInvitation | undefined> {
  const { data } = await rows
    .from('invitations')
    .select('id, email, token')
    .eq('customer_id', id)
    .is('accepted_at', null)
    .ilike('email', equalsPattern(email))
    .throwOnError();
  return data.find((one) => one.email.toLowerCase() === email.toLowerCase()); // a star stands for any one character
}

/** Has an open invitation hold as long as a new one and mails it again. Throws where it is open no longer. */
export async function inviteAgain(
  { id, email, token }: OpenInvitation,
  customer: CustomerName,
  inviter: Inviter,
): Promise<Invited> {
  const { data: expiresAt } = await rows.rpc('renew_invitation', { invitation: id }).throwOnError();
  if (!expiresAt) throw new Error('This invitation has been accepted or revoked');
  return send({ email, customer, inviter, token, expiresAt });
}

async function send({
  email,
  customer,
  inviter,
  token,
  expiresAt,
}: NewInvitation & { token: string; expiresAt: string }) {
  const body = { email, customerName: customer.name, inviterName: inviter.name, token, expiresAt };
  const { error } = await functions.invoke('send-invitation', { body });
  if (!error) return { isMailed: true } as const;
  const link = pageUrl(generatePath(paths.invitation, { token }));
  return { isMailed: false, reason: await answerOf(error), link } as const;
}

/** Why an invitation could not be stored: what the backend says, where it was reached. */
export function refusalOf(error: unknown): string {
  return error instanceof PostgrestError && error.code ? error.message : 'Failed to send invitation';
}

/** What the function answered, or what kept it from answering. */
async function answerOf(error: unknown): Promise<string> {
  if (error instanceof FunctionsHttpError) {
    const answer = await (error.context as Response).json().catch(() => null);
    if (typeof answer?.error === 'string') return answer.error;
  }
  return reasonOf(error);
}
