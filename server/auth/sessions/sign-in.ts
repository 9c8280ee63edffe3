import type { Query } from '#server/database/connections/pool.ts';
import type { RequestClient } from '#server/http/client.ts';
import { type AuthUser, findUser } from '../users.ts';
import { type IssuedSession, newRefreshToken, type Session } from './sessions.ts';

/** `account` is the user as it was when the password, code or provider was verified. */
export type SignIn = { account: Pick<AuthUser, 'id' | 'encrypted_password'>; method: string; client: RequestClient };

/**
 * Opens a session with its first refresh token. Undefined where the password has changed since it was verified: a new
 * password ends all sessions, also those that are being opened.
 */
export async function signIn(query: Query, { account, method, client }: SignIn): Promise<IssuedSession | undefined> {
  const refreshToken = newRefreshToken();
  const { rows } = await query<Session>(
    `with account as (
       update auth.users set last_sign_in_at = now(), updated_at = now()
       where id = $1 and encrypted_password is not distinct from $2
       returning id),
     opened as (
       insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
       select gen_random_uuid(), id, 'aal1', $3::text, $4::inet, now(), now() from account
       returning id, user_id, created_at),
     claim as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       select gen_random_uuid(), id, $5::text, now(), now() from opened),
     token as (
       insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
       select $6::text, user_id, id, false, now(), now() from opened)
     select id, user_id, 'aal1' as aal, false as is_expired, false as is_old,
       json_build_array(json_build_object('method', $5::text, 'timestamp', floor(extract(epoch from created_at))::bigint)) as amr
     from opened`,
    [account.id, account.encrypted_password, client.agent, client.address, method, refreshToken],
  );
  const [session] = rows;
  const user = session && (await findUser(query, account.id));
  return user && { user, session, refreshToken };
}
