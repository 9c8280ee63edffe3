// Verified ownership of an email: confirms the account, completes an email change, removes credentials that were set before.
import type { Query } from '#server/database/connections/pool.ts';
import { AuthError, emailExists, userBanned } from '../errors.ts';
import { endAllFlows } from '../flow-state.ts';
import { putEmailIdentity, updateProviders } from '../providers/identities.ts';
import {
  type AuthUser,
  findUser,
  findUserByEmail,
  limitAccountLockWaits,
  lockUser,
  type Metadata,
  storePassword,
} from '../users.ts';
import { type Credential, credentialHash } from './confirmations.ts';
import type { ConsumedToken } from './one-time-tokens.ts';

export const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');

/** Applies a consumed token. `first_of_two`: an email change needs both addresses. */
export async function applyToken(query: Query, token: ConsumedToken): Promise<AuthUser | 'first_of_two'> {
  await limitAccountLockWaits(query);
  const user = await lockUser(query, token.user_id);
  if (!user) throw codeExpired();
  if (user.is_banned) throw userBanned();
  const isChange = token.type === 'email_change_token_new' || token.type === 'email_change_token_current';
  if (isChange && !(await confirmChange(query, user, token))) return 'first_of_two';
  if (!isChange) await confirmAccount(query, user, token);
  const verified = await findUser(query, user.id);
  if (!verified) throw codeExpired();
  return verified;
}

async function confirmAccount(query: Query, user: AuthUser, token: ConsumedToken): Promise<void> {
  if (!isEmailVerified(user)) {
    await dropUnverifiedCredentials(query, user, {
      exceptCredential: token.credential,
      exceptFlow: token.flow_state_id,
    });
    if (token.user_metadata) await replaceMetadata(query, user.id, token.user_metadata);
  }
  await verifyEmail(query, user, token.flow_state_id);
}

/** Whether the ownership of the account's email was ever verified; a sign-up without confirmation verifies nothing. */
export const isEmailVerified = ({ email, identities }: AuthUser): boolean =>
  identities.some((identity) => identity.email === email && identity.identity_data.email_verified === true);

type Exceptions = { exceptCredential?: Credential; exceptFlow?: string | null };

/**
 * Removes what an attacker may have set before the email was verified: the password, sessions, identities of providers,
 * second factors and pending tokens, except the credential that requested the verification. The verified second factor of
 * an account with a role stays: the role shows that its user has the invitation, and an inbox must not replace the factor.
 */
export async function dropUnverifiedCredentials(
  query: Query,
  { id }: AuthUser,
  { exceptCredential = '', exceptFlow = null }: Exceptions = {},
): Promise<void> {
  await storePassword(query, id, credentialHash(exceptCredential) ?? null);
  await query('delete from auth.sessions where user_id = $1', [id]);
  await query(
    `delete from auth.identities where user_id = $1 and provider <> 'email' and 'identity:' || id is distinct from $2`,
    [id, exceptCredential],
  );
  await query(
    `delete from auth.mfa_factors where user_id = $1 and (status = 'unverified' or not private.has_role(user_id))`,
    [id],
  );
  await updateProviders(query, id);
  await discardPending(query, id, exceptFlow);
}

const replaceMetadata = (query: Query, id: string, data: Metadata) =>
  query('update auth.users set raw_user_meta_data = $2 where id = $1', [id, data]);

/** Marks the account's email as verified by an email to it. */
export async function verifyEmail(
  query: Query,
  { id, email }: Pick<AuthUser, 'id' | 'email'>,
  exceptFlow: string | null = null,
): Promise<void> {
  await markVerified(query, id);
  await putEmailIdentity(query, id, email, true);
  await discardPending(query, id, exceptFlow);
}

/** Marks the account's email as verified by a provider. Pending emails stay valid. */
export async function confirmByProvider(query: Query, userId: string): Promise<void> {
  await limitAccountLockWaits(query);
  await markVerified(query, userId);
}

const markVerified = (query: Query, userId: string) =>
  query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now()
     where id = $1`,
    [userId],
  );

/** Deletes all emailed tokens, any pending email change, and all pending flows but one. */
export async function discardPending(query: Query, userId: string, exceptFlow: string | null = null): Promise<void> {
  await endAllFlows(query, userId, exceptFlow);
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await query(`update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, [userId]);
}

/** Stores the new email until both addresses have confirmed it. */
export const storeEmailChange = (query: Query, userId: string, email: string) =>
  query(
    `update auth.users set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [userId, email],
  );

/** Whether all addresses have confirmed the change. An account without an email has only the new one to confirm. */
async function confirmChange(query: Query, user: AuthUser, { flow_state_id }: ConsumedToken): Promise<boolean> {
  const newEmail = user.email_change;
  if (!newEmail) throw codeExpired();
  const { rows } = await query<{ confirmations: number }>(
    `update auth.users set email_change_confirm_status = least(2, email_change_confirm_status + 1)
     where id = $1 returning email_change_confirm_status as confirmations`,
    [user.id],
  );
  if (user.email && rows[0]?.confirmations !== 2) return false;
  if (await findUserByEmail(query, newEmail)) throw emailExists();
  await changeEmail(query, user.id, newEmail);
  await verifyEmail(query, { id: user.id, email: newEmail }, flow_state_id);
  return true;
}

export async function changeEmail(query: Query, userId: string, email: string): Promise<void> {
  await limitAccountLockWaits(query);
  await query(
    `update auth.users set email = $2::text, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text)
     where id = $1`,
    [userId, email],
  );
}
