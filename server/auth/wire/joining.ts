// In charge of a provider's person at the door: let in, linked to the account that asked, or refused in the contract's words.
import { confirmation } from '../../mail/letters.ts';
import { addIdentity, type Joined, joinAccount } from '../accounts/joining.ts';
import { findUser, findUserByIdentity, noteSent, type User } from '../accounts/users.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { AuthError, emailExists, userNotFound } from './errors.ts';
import { askProof, limitLetters } from './proofs.ts';

const refusals: Record<Exclude<Joined['outcome'], 'joined' | 'unconfirmed'>, () => AuthError> = {
  banned: () => new AuthError(403, 'user_banned', 'User is banned'),
  'no address': () => new AuthError(422, 'validation_failed', 'Error getting user email from external provider'),
  taken: emailExists,
  closed: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  gone: userNotFound,
};

/** The account that a provider's person signs in to. Whose address nobody has shown yet gets a letter first. */
export async function requireJoined(deps: Dependencies, account: ProviderAccount, redirectTo: string): Promise<User> {
  const { config, database } = deps;
  const rules = { mayMakeAccounts: !config.AUTH_DISABLE_SIGNUP, confirmsAddresses: config.AUTH_CONFIRM_EMAIL };
  const joined = await database.transaction((query) => joinAccount(query, account, rules));
  if (joined.outcome === 'joined') return joined.user;
  if (joined.outcome !== 'unconfirmed') throw refusals[joined.outcome]();
  await askConfirmation(deps, joined.user, redirectTo);
  const message = `Unverified email with ${account.provider}. A confirmation email has been sent to your ${account.provider} email`;
  throw new AuthError(422, 'provider_email_needs_verification', message);
}

async function askConfirmation(deps: Dependencies, { id, email }: User, redirectTo: string): Promise<void> {
  const address = email ?? '';
  await limitLetters(deps, 'signup', address);
  const proof = await deps.database.transaction(async (query) => {
    await noteSent(query, id, 'confirmation_sent_at');
    return askProof(deps, query, { userId: id, occasion: 'confirmation_token', address, type: 'signup', redirectTo });
  });
  deps.post.dispatch(confirmation(proof));
}

/** Adds the provider's person to the account that asked for it. */
export function linkAccount({ database }: Dependencies, userId: string, account: ProviderAccount): Promise<User> {
  return database.transaction(async (query) => {
    const owner = await findUserByIdentity(query, account.provider, account.subject);
    if (owner) {
      const where = owner.id === userId ? '' : ' to another user';
      throw new AuthError(422, 'identity_already_exists', `Identity is already linked${where}`);
    }
    if (!(await addIdentity(query, userId, account))) {
      throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user');
    }
    const user = await findUser(query, userId);
    if (!user) throw userNotFound();
    if (user.is_banned) throw refusals.banned();
    return user;
  });
}
