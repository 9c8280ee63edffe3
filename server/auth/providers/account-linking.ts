// In charge of which account a provider's person is: the one they had, the one of their address, or a new one. Joins by an address only where the provider has seen it shown.
import type { Query } from '#server/database/pool.ts';
import { confirmAddress, dropUnverifiedCredentials, isProven } from '../email/email-ownership.ts';
import { createProviderUser } from '../new-users.ts';
import { findUser, lockUserByEmail, lockUserByIdentity, type User } from '../users.ts';
import { putIdentity } from './identities.ts';
import type { ProviderAccount } from './provider-account.ts';

export type JoinRules = { mayMakeAccounts: boolean; confirmsAddresses: boolean };

export type Joined =
  | { outcome: 'joined'; user: User }
  | { outcome: 'unconfirmed'; user: User }
  | { outcome: 'banned' | 'no address' | 'taken' | 'closed' | 'gone' };

/**
 * Two first sign-ins of one user at once make one account. An account that exists is locked: what the caller opens in the same transaction
 * ends with whatever ends the account's sessions.
 */
export async function joinAccount(query: Query, account: ProviderAccount, rules: JoinRules): Promise<Joined> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `auth.join ${account.email ?? `${account.provider} ${account.subject}`}`,
  ]);
  const known = await lockUserByIdentity(query, account.provider, account.subject);
  if (known) return comeBack(query, known, account);
  if (!account.email) return { outcome: 'no address' };
  const namesake = await lockUserByEmail(query, account.email);
  if (namesake) return account.isEmailVerified ? join(query, namesake, account) : { outcome: 'taken' };
  return rules.mayMakeAccounts ? begin(query, account, rules) : { outcome: 'closed' };
}

async function comeBack(query: Query, user: User, account: ProviderAccount): Promise<Joined> {
  if (user.is_banned) return { outcome: 'banned' };
  await addIdentity(query, user.id, account);
  if (account.isEmailVerified && account.email === user.email) await confirmAddress(query, user.id);
  return settled(query, user.id);
}

/** Whoever had the account without having shown its address loses it to who has. */
async function join(query: Query, user: User, account: ProviderAccount): Promise<Joined> {
  if (user.is_banned) return { outcome: 'banned' };
  if (!isProven(user)) await dropUnverifiedCredentials(query, user);
  await addIdentity(query, user.id, account);
  await confirmAddress(query, user.id);
  return settled(query, user.id);
}

async function begin(query: Query, account: ProviderAccount, { confirmsAddresses }: JoinRules): Promise<Joined> {
  const isConfirmed = account.isEmailVerified || !confirmsAddresses;
  const id = await createProviderUser(query, { email: account.email, data: account.data, isConfirmed, isSso: false });
  if (!id) return { outcome: 'taken' };
  await addIdentity(query, id, account);
  return settled(query, id);
}

export const addIdentity = (query: Query, userId: string, { provider, subject, data }: ProviderAccount) =>
  putIdentity(query, { userId, provider, subject, data });

async function settled(query: Query, id: string): Promise<Joined> {
  const user = await findUser(query, id);
  if (!user) return { outcome: 'gone' };
  return { outcome: user.email_confirmed_at ? 'joined' : 'unconfirmed', user };
}
