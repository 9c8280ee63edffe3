// Finds or creates the account for an OpenID identity. Links by email only if the provider verified it.
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import type { Credential } from '../email/confirmations.ts';
import { confirmByProvider, dropUnverifiedCredentials, isEmailVerified } from '../email/email-ownership.ts';
import { createConfirmation, limitEmails, sendEmailsLater } from '../email/verification-email.ts';
import { AuthError, emailExists, signupDisabled, userBanned } from '../errors.ts';
import { createUserWithoutPassword } from '../new-users.ts';
import { type AuthUser, lockUserByEmail, lockUserByIdentity, recordSent, requireUserById } from '../users.ts';
import { type ProviderAccount, putIdentity } from './identities.ts';

export type ProviderSignIn = { account: ProviderAccount; redirectTo: string };

/**
 * Returns what `open` returns for the account, in the transaction that found and locked it. An account whose email is not
 * confirmed gets an email instead, and provider_email_needs_verification is thrown.
 */
export async function signInWithProvider<Opened>(
  c: AuthContext,
  { account, redirectTo }: ProviderSignIn,
  open: (query: Query, user: AuthUser) => Promise<Opened>,
): Promise<Opened> {
  const result = await c.var.database.transaction(async (query) => {
    const user = await findOrCreateAccount(c, query, account);
    return user.email_confirmed_at ? { opened: await open(query, user) } : { unconfirmed: user };
  });
  if (!result.unconfirmed) return result.opened;
  await sendConfirmation(c, result.unconfirmed, account, redirectTo);
  const message = `Unverified email with ${account.provider}. A confirmation email has been sent to your ${account.provider} email`;
  throw new AuthError(422, 'provider_email_needs_verification', message);
}

/**
 * Concurrent first sign-ins of one identity create one account. An existing account is locked, so that whatever ends its
 * sessions also ends the one that this transaction opens.
 */
async function findOrCreateAccount(c: AuthContext, query: Query, account: ProviderAccount): Promise<AuthUser> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `auth.join ${account.email ?? `${account.provider} ${account.subject}`}`,
  ]);
  const known = await lockUserByIdentity(query, account.provider, account.subject);
  if (known) return updateAccount(query, known, account);
  if (!account.email) throw new AuthError(422, 'validation_failed', 'Error getting user email from external provider');
  const sameEmail = await lockUserByEmail(query, account.email);
  if (!sameEmail) return createAccount(c, query, account);
  if (!account.isEmailVerified) throw emailExists();
  return linkByEmail(query, sameEmail, account);
}

async function updateAccount(query: Query, user: AuthUser, account: ProviderAccount): Promise<AuthUser> {
  if (user.is_banned) throw userBanned();
  await putIdentity(query, user.id, account);
  if (account.isEmailVerified && account.email === user.email) await confirmByProvider(query, user.id);
  return requireUserById(query, user.id);
}

/** An account whose email was never verified passes to the user whom the provider has verified. */
async function linkByEmail(query: Query, user: AuthUser, account: ProviderAccount): Promise<AuthUser> {
  if (user.is_banned) throw userBanned();
  if (!isEmailVerified(user)) await dropUnverifiedCredentials(query, user);
  await putIdentity(query, user.id, account);
  await confirmByProvider(query, user.id);
  return requireUserById(query, user.id);
}

async function createAccount(c: AuthContext, query: Query, account: ProviderAccount): Promise<AuthUser> {
  const { AUTH_DISABLE_SIGNUP: isDisabled, AUTH_CONFIRM_EMAIL: confirmsEmails } = c.var.config;
  if (isDisabled) throw signupDisabled();
  const isConfirmed = account.isEmailVerified || !confirmsEmails;
  const { email, data } = account;
  const id = await createUserWithoutPassword(query, { email, data, isConfirmed, isSso: false });
  if (!id) throw emailExists();
  await putIdentity(query, id, account);
  return requireUserById(query, id);
}

async function sendConfirmation(
  c: AuthContext,
  { id, email, identities }: AuthUser,
  { provider, subject }: ProviderAccount,
  redirectTo: string,
): Promise<void> {
  await limitEmails(c, 'signup', email ?? '');
  const identity = identities.find((one) => one.provider === provider && one.id === subject);
  const credential: Credential = identity ? `identity:${identity.identity_id}` : '';
  const created = { userId: id, email: email ?? '', redirectTo, confirmed: { credential } };
  const compose = async (later: ServiceContext, query: Query) => {
    await recordSent(query, id, 'confirmation_sent_at');
    return createConfirmation(later, query, created);
  };
  sendEmailsLater(c, (later) => later.var.database.transaction((query) => compose(later, query)));
}
