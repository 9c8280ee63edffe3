// In charge of auth.refresh_tokens: gives them out, rotates them, and notices when an old one comes back.
import { randomInt } from 'node:crypto';
import type { Client } from '#server/client.ts';
import type { Database, Query } from '#server/database/pool.ts';
import { findUser, type User } from '../users.ts';
import { lockSession, noteRefresh, type Session } from './sessions.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 12;
const DAY = 86_400;
const LOCK_TIMEOUT = '5s';
const LOCK_NOT_AVAILABLE = '55P03';

export const isRefreshToken = (text: string): boolean => /^[a-z0-9]{12}$/.test(text);

const newToken = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A new token of the session, child of the one that it replaces. */
export async function giveRefreshToken(query: Query, session: Session, parent?: string): Promise<string> {
  const token = newToken();
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ($1, $2, $3, $4, false, now(), now())`,
    [token, session.user_id, session.id, parent ?? null],
  );
  return token;
}

/** A new refresh token in place of the session's active one; undefined where it has none, since all were revoked. The session is locked. */
export async function renewRefreshToken(query: Query, session: Session): Promise<string | undefined> {
  const { rows } = await query<{ token: string }>(
    `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
     where session_id = $1 and not revoked returning token`,
    [session.id],
  );
  return rows[0] && giveRefreshToken(query, session, rows[0].token);
}

/** What a person holds once they are in. */
export type Grant = { user: User; session: Session; refreshToken: string };

export type Rotation =
  | ({ outcome: 'rotated' } & Grant)
  | { outcome: 'reused'; session: Session }
  | { outcome: 'unknown' | 'session gone' | 'session expired' | 'banned' | 'contended' };

export type RotationRequest = { token: string; reuseSeconds: number; client: Client };

/** Spends a refresh token for the next one; one at a time in each session, waiting at most five seconds. Reuse is recorded even though it is refused. */
export async function rotateRefreshToken(database: Database, request: RotationRequest): Promise<Rotation> {
  try {
    return await database.transaction((query) => rotate(query, request));
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return { outcome: 'contended' };
    throw error;
  }
}

async function rotate(query: Query, { token, reuseSeconds, client }: RotationRequest): Promise<Rotation> {
  await query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  const sessionId = await sessionOf(query, token);
  if (sessionId === undefined) return { outcome: 'unknown' };
  const session = sessionId === null ? undefined : await lockSession(query, sessionId);
  const user = session && (await findUser(query, session.user_id));
  if (!session || !user) return { outcome: 'session gone' };
  if (user.is_banned) return { outcome: 'banned' };
  if (session.is_expired) return { outcome: 'session expired' };

  const refreshToken = await successor(query, { token, session, reuseSeconds });
  if (!refreshToken) {
    await revokeAll(query, session.id);
    return { outcome: 'reused', session };
  }
  await sweep(query, session.id, Math.max(DAY, reuseSeconds));
  await noteRefresh(query, session.id, client);
  return { outcome: 'rotated', user, session, refreshToken };
}

/** Undefined for an unknown token, null for one whose session left it behind. */
async function sessionOf(query: Query, token: string): Promise<string | null | undefined> {
  const { rows } = await query<{ session_id: string | null }>(
    'select session_id from auth.refresh_tokens where token = $1',
    [token],
  );
  return rows[0]?.session_id;
}

/**
 * The active token is revoked and gets a child. A revoked one is answered for `reuseSeconds` with the session's active token: another tab was
 * quicker, or the answer was lost. Later it is reuse, also of the active token's parent: two holders who took turns would never be noticed
 * otherwise. A session has one active token at most; one without has had its tokens revoked, and gets none again.
 */
async function successor(
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
  await query('update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $1', [
    token,
  ]);
  return giveRefreshToken(query, session, token);
}

/** Deletes the session's tokens that were revoked so long ago. */
async function sweep(query: Query, sessionId: string, seconds: number): Promise<void> {
  await query(
    `delete from auth.refresh_tokens
     where session_id = $1 and revoked and updated_at < now() - make_interval(secs => $2)`,
    [sessionId, seconds],
  );
}

async function revokeAll(query: Query, sessionId: string): Promise<void> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
    [sessionId],
  );
}
