// In charge of asking both addresses of a change for their confirmation.
import type { Query } from '#server/database/pool.ts';
import { type EmailMessage, emailChange } from '#server/mail/email-templates.ts';
import type { Dependencies } from '../context.ts';
import type { Challenge } from '../flow-state.ts';
import type { User } from '../users.ts';
import { noteWantedAddress } from './email-ownership.ts';
import { askProof } from './verification-email.ts';

export type Change = { user: User; wanted: string; redirectTo: string; challenge: Challenge | undefined };

/** Notes the wanted address and answers the letters: one to it, and one to the present address where there is one. */
export async function askChange(deps: Dependencies, query: Query, change: Change): Promise<EmailMessage[]> {
  const { user, wanted, redirectTo, challenge } = change;
  await noteWantedAddress(query, user, wanted);
  const flow = challenge && { challenge, provedBy: 'email_change' as const };
  const asked = { userId: user.id, type: 'email_change', redirectTo, flow };
  const toNew = await askProof(deps, query, { ...asked, occasion: 'email_change_token_new', address: wanted });
  if (!user.email) return [emailChange({ ...toNew, from: 'none', next: wanted })];
  const toPresent = await askProof(deps, query, {
    ...asked,
    occasion: 'email_change_token_current',
    address: user.email,
  });
  return [toNew, toPresent].map((proof) => emailChange({ ...proof, from: user.email ?? '', next: wanted }));
}
