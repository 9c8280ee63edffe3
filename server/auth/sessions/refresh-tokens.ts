// Refresh tokens (auth.refresh_tokens): creates and rotates them, and detects reuse.
import { randomInt } from 'node:crypto';
import type { Accounts, Query } from '#server/database/connections/pool.ts';
import type { RequestClient } from '#server/http/client.ts';
import { findUser } from '../users.ts';
import { type IssuedSession, lockSession, type Session } from './sessions.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;
const DAY = 86_400;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

export const isRefreshToken = (text: string): boolean => /^[a-z0-9]{12}$/.test(text);

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

export type Rotation =
  | ({ outcome: 'rotated' } & IssuedSession)
  | { outcome: 'reused'; session: Session }
  | { outcome: 'not_found' | 'session_not_found' | 'session_expired' | 'user_banned' | 'contended' };

export type RotationRequest = { token: string; reuseSeconds: number; client: RequestClient };

/** Exchanges a refresh token for its successor. Rotations of one session wait for each other, at most five seconds. Reuse revokes all tokens. */
export async function rotateRefreshToken(database: Accounts, request: RotationRequest): Promise<Rotation> {
  try {
    return await database.transaction((query) => rotate(query, request), { lockTimeoutMs: LOCK_TIMEOUT_MS });
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return { outcome: 'contended' };
    throw error;
  }
}

async function rotate(query: Query, { token, reuseSeconds, client }: RotationRequest): Promise<Rotation> {
  const sessionId = await findSessionId(query, token);
  if (sessionId === undefined) return { outcome: 'not_found' };
  const session = sessionId === null ? undefined : await lockSession(query, sessionId);
  const user = session && (await findUser(query, session.user_id));
  if (!session || !user) return { outcome: 'session_not_found' };
  if (user.is_banned) return { outcome: 'user_banned' };
  if (session.is_expired) return { outcome: 'session_expired' };

  const refreshToken = await nextToken(query, { token, session, reuseSeconds });
  if (!refreshToken) {
    await revokeAll(query, session.id);
    return { outcome: 'reused', session };
  }
  await recordRefresh(query, session.id, client, Math.max(DAY, reuseSeconds));
  return { outcome: 'rotated', user, session, refreshToken };
}

/** Undefined for an unknown token, null for a token without a session. */
async function findSessionId(query: Query, token: string): Promise<string | null | undefined> {
  const { rows } = await query<{ session_id: string | null }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [token],
  );
  return rows[0]?.session_id;
}

/**
 * Replaces the active token. A revoked one returns the session's active token for `reuseSeconds`: another tab was first, or
 * the response was lost. Later use counts as reuse, even of the active token's parent: otherwise two holders that take
 * turns would never be detected. A session without an active token had its tokens revoked and gets none again.
 */
async function nextToken(
  query: Query,
  { token, session, reuseSeconds }: { token: string; session: Session; reuseSeconds: number },
): Promise<string | undefined> {
  const { rows } = await query<{ revoked: boolean; is_recent: boolean; active: string | null }>(
    `select revoked, updated_at > clock_timestamp() - make_interval(secs => $2) as is_recent,
       (select token from auth.refresh_tokens where session_id = $3 and not revoked order by id desc limit 1) as active
     from auth.refresh_tokens where token = $1`,
    [token, reuseSeconds, session.id],
  );
  const [state] = rows;
  if (!state) return undefined;
  if (state.revoked) return state.is_recent ? (state.active ?? undefined) : undefined;
  return replaceRefreshToken(query, session, token);
}

/** Stores when and from where the session was refreshed, and deletes its tokens that were revoked so many seconds ago. */
async function recordRefresh(query: Query, sessionId: string, client: RequestClient, seconds: number): Promise<void> {
  await query(
    `with deleted as (
       delete from auth.refresh_tokens
       where session_id = $1 and revoked and updated_at < now() - make_interval(secs => $2))
     update auth.sessions
     set refreshed_at = now() at time zone 'utc', user_agent = $3, ip = $4, updated_at = now() where id = $1`,
    [sessionId, seconds, client.agent, client.address],
  );
}

async function revokeAll(query: Query, sessionId: string): Promise<void> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
    [sessionId],
  );
}
