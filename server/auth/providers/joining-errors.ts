// Finds or creates the account for an OAuth identity, or throws the contract's error.
import type { Query } from '#server/database/pool.ts';
import { confirmation } from '#server/mail/email-templates.ts';
import type { Dependencies } from '../context.ts';
import { askProof, dispatchLetters, limitLetters } from '../email/verification-email.ts';
import { AuthError, emailExists, userBanned, userNotFound } from '../errors.ts';
import { noteSent, type User } from '../users.ts';
import { type Joined, joinAccount } from './account-linking.ts';
import type { ProviderAccount } from './provider-account.ts';

const refusals: Record<Exclude<Joined['outcome'], 'joined' | 'unconfirmed'>, () => AuthError> = {
  banned: userBanned,
  'no address': () => new AuthError(422, 'validation_failed', 'Error getting user email from external provider'),
  taken: emailExists,
  closed: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  gone: userNotFound,
};

export type Join = { account: ProviderAccount; redirectTo: string };

/**
 * What `open` returns for the account that a provider's user signs in to, within the transaction that found and locked it. A user whose
 * address nobody has verified yet gets an email first.
 */
export async function requireJoined<Opened>(
  deps: Dependencies,
  { account, redirectTo }: Join,
  open: (query: Query, user: User) => Promise<Opened>,
): Promise<Opened> {
  const { config, database } = deps;
  const rules = { mayMakeAccounts: !config.AUTH_DISABLE_SIGNUP, confirmsAddresses: config.AUTH_CONFIRM_EMAIL };
  const joined = await database.transaction(async (query) => {
    const found = await joinAccount(query, account, rules);
    return found.outcome === 'joined' ? { ...found, opened: await open(query, found.user) } : found;
  });
  if (joined.outcome === 'joined') return joined.opened;
  if (joined.outcome !== 'unconfirmed') throw refusals[joined.outcome]();
  await askConfirmation(deps, joined.user, redirectTo);
  const message = `Unverified email with ${account.provider}. A confirmation email has been sent to your ${account.provider} email`;
  throw new AuthError(422, 'provider_email_needs_verification', message);
}

async function askConfirmation(deps: Dependencies, { id, email }: User, redirectTo: string): Promise<void> {
  const address = email ?? '';
  await limitLetters(deps, 'signup', address);
  const compose = async (query: Query) => {
    await noteSent(query, id, 'confirmation_sent_at');
    const asked = { userId: id, occasion: 'confirmation_token', address, type: 'signup', redirectTo } as const;
    return [confirmation(await askProof(deps, query, asked))];
  };
  dispatchLetters(deps, () => deps.database.transaction(compose));
}
