import type { Query } from '#server/database/connections/pool.ts';
import { type EmailMessage, emailChange } from '#server/mail/email-templates.ts';
import type { ServiceContext } from '../context.ts';
import type { CodeChallenge } from '../flow-state.ts';
import type { AuthUser } from '../users.ts';
import { storeEmailChange } from './email-ownership.ts';
import { createVerification } from './verification-email.ts';

export type EmailChange = { newEmail: string; redirectTo: string; challenge: CodeChallenge | undefined };

/** Stores the pending change. Returns the emails that confirm it, to the new and to the present address, if there is one. */
export async function requestEmailChange(
  c: ServiceContext,
  query: Query,
  { id, email }: AuthUser,
  { newEmail, redirectTo, challenge }: EmailChange,
): Promise<EmailMessage[]> {
  await storeEmailChange(query, id, newEmail);
  const flow = challenge && { challenge, method: 'email_change' as const };
  const common = { userId: id, linkType: 'email_change', redirectTo, flow };
  const toNew = await createVerification(c, query, { ...common, type: 'email_change_token_new', email: newEmail });
  if (!email) return [emailChange({ ...toNew, from: 'none', next: newEmail })];
  const toPresent = await createVerification(c, query, { ...common, type: 'email_change_token_current', email });
  return [toNew, toPresent].map((verification) => emailChange({ ...verification, from: email, next: newEmail }));
}
