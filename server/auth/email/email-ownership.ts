// In charge of what follows when somebody has shown that a mailbox is theirs: the account is confirmed, changes its address, or passes to its rightful owner.
import type { Query } from '#server/database/pool.ts';
import { endAllFlows } from '../flow-state.ts';
import { nameProviders, putIdentity } from '../providers/identities.ts';
import { findUser, findUserByEmail, limitLockWaits, lockUser, type User } from '../users.ts';
import type { SpentToken } from './one-time-tokens.ts';

export type Accepted = { outcome: 'accepted'; user: User } | { outcome: 'half' | 'gone' | 'banned' | 'taken' };

/** Acts on a token that came back from its mailbox. `half` is the first of the two addresses of a change. */
export async function acceptProof(query: Query, token: SpentToken): Promise<Accepted> {
  await limitLockWaits(query);
  const user = await lockUser(query, token.user_id);
  if (!user) return { outcome: 'gone' };
  if (user.is_banned) return { outcome: 'banned' };
  const isChange = token.occasion === 'email_change_token_new' || token.occasion === 'email_change_token_current';
  if (isChange) return acceptChange(query, user, token);
  const keepsPassword = token.occasion === 'confirmation_token' && !user.invited_at;
  if (!isProven(user) && !keepsPassword) await dropUnverifiedCredentials(query, user, token.flow_state_id);
  await confirmMailbox(query, user, token.flow_state_id);
  return accepted(query, user);
}

async function accepted(query: Query, { id }: User): Promise<Accepted> {
  const user = await findUser(query, id);
  return user ? { outcome: 'accepted', user } : { outcome: 'gone' };
}

/** Whether anybody has ever shown that the account's address is theirs; being confirmed at sign-up shows nothing. */
export const isProven = ({ email, identities }: User): boolean =>
  identities.some((identity) => identity.email === email && identity.identity_data.email_verified === true);

/**
 * Takes from an account what somebody else may have put there before the owner of its address came: the password, the sessions, identities of
 * other providers, pending tokens. A verified second factor stays: it lets nobody in, and dropping it would let a mailbox stand for two factors.
 */
export async function dropUnverifiedCredentials(
  query: Query,
  { id }: User,
  butFlow: string | null = null,
): Promise<void> {
  await query(`update auth.users set encrypted_password = null, updated_at = now() where id = $1`, [id]);
  await query('delete from auth.sessions where user_id = $1', [id]);
  await query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [id]);
  await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [id]);
  await nameProviders(query, id);
  await voidPending(query, id, butFlow);
}

/** Notes that the address is the account's, shown by whoever reads its mail. */
export async function confirmMailbox(
  query: Query,
  { id, email }: Pick<User, 'id' | 'email'>,
  butFlow: string | null = null,
): Promise<void> {
  await query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = now()
     where id = $1`,
    [id],
  );
  await putIdentity(query, {
    userId: id,
    provider: 'email',
    subject: id,
    data: { sub: id, email, email_verified: true, phone_verified: false },
  });
  await voidPending(query, id, butFlow);
}

/** Notes that a provider has seen the account's address shown; letters that are under way stay as they are. */
export async function confirmAddress(query: Query, userId: string): Promise<void> {
  await limitLockWaits(query);
  await query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [userId],
  );
}

/** Invalidates all emailed links and codes, any pending change of address, and all pending flows but the one that is being finished. */
export async function voidPending(query: Query, userId: string, butFlow: string | null = null): Promise<void> {
  await endAllFlows(query, userId, butFlow);
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await query(`update auth.users set email_change = '', email_change_confirm_status = 0 where id = $1`, [userId]);
}

/** Notes that the account wants another address; it is the account's own only once both have confirmed. */
export async function noteWantedAddress(query: Query, { id }: User, address: string): Promise<void> {
  await query(
    `update auth.users set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = 0, updated_at = now() where id = $1`,
    [id, address],
  );
}

/** Counts the confirmations: an account without an address has only the new one to confirm. */
async function acceptChange(query: Query, user: User, { flow_state_id }: SpentToken): Promise<Accepted> {
  const wanted = user.email_change;
  if (!wanted) return { outcome: 'gone' };
  const { rows } = await query<{ confirmations: number }>(
    `update auth.users set email_change_confirm_status = least(2, email_change_confirm_status + 1)
     where id = $1 returning email_change_confirm_status as confirmations`,
    [user.id],
  );
  if (user.email && rows[0]?.confirmations !== 2) return { outcome: 'half' };
  if (await findUserByEmail(query, wanted)) return { outcome: 'taken' };
  await moveTo(query, user, wanted);
  await confirmMailbox(query, { id: user.id, email: wanted }, flow_state_id);
  return accepted(query, user);
}

export async function moveTo(query: Query, { id }: User, address: string): Promise<void> {
  await limitLockWaits(query);
  await query(
    `update auth.users set email = $2::text, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text)
     where id = $1`,
    [id, address],
  );
}
