import { randomInt } from 'node:crypto';
import type { Query } from '#server/database/connections/pool.ts';
import type { Session } from './sessions.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;

export const newRefreshToken = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export async function createRefreshToken(query: Query, session: Session): Promise<string> {
  const token = newRefreshToken();
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, false, now(), now())`,
    [token, session.user_id, session.id],
  );
  return token;
}

/**
 * Revokes the session's active token and returns its successor; undefined where `parent` is another token, or the session
 * has no active token since all were revoked. The session is locked.
 */
export async function replaceRefreshToken(
  query: Query,
  session: Session,
  parent: string | null = null,
): Promise<string | undefined> {
  const token = newRefreshToken();
  const { rowCount } = await query(
    `with parent as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
       where session_id = $1 and not revoked and token = coalesce($4, token) returning token)
     insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     select $2::text, $3::text, $1, token, false, now(), now() from parent`,
    [session.id, token, session.user_id, parent],
  );
  return rowCount > 0 ? token : undefined;
}
