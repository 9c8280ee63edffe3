// POST /token?grant_type=refresh_token: exchanges a refresh token for its successor, and detects reuse.
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import type { RequestClient } from '#server/http/client.ts';
import { bodyLimits } from '#server/limits.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, OAuthError, validationFailed } from '../errors.ts';
import { requireRefresh, requireRequest } from '../rate-limits.ts';
import { readBody, text } from '../request-body.ts';
import { findUser } from '../users.ts';
import { sessionResponse } from './session-response.ts';
import { type IssuedSession, lockSession, replaceRefreshToken, type Session } from './sessions.ts';

const DAY = 86_400;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';

const Refresh = z.object({ refresh_token: text });

const invalidToken = (code: string, reason: string) => new AuthError(400, code, `Invalid Refresh Token: ${reason}`);

/**
 * Rotations of one session wait for each other, at most five seconds. Reuse revokes all tokens. Limited by session, so that the wrong passwords
 * and tokens of one user end no session of others at the same address.
 */
export async function grantByRefreshToken(c: AuthContext): Promise<Response> {
  const { database, log } = c.var;
  const { refresh_token: token = '' } = await readBody(c, Refresh, bodyLimits.small);
  const sessionId = isToken(token) ? await findSessionId(database.query, token) : undefined;
  if (sessionId === undefined) {
    await requireRequest(c, 'token', 'AUTH_RATE_TOKEN');
    throw unknownToken(token);
  }
  if (sessionId === null) throw noSession();
  await requireRefresh(c, sessionId);
  const { user, session, refreshToken } = await database
    .transaction((query) => rotate(c, query, { token, sessionId }), { lockTimeoutMs: LOCK_TIMEOUT_MS })
    .catch(throwContended);
  if (refreshToken) return c.json(await sessionResponse(c, { user, session, refreshToken }));
  log.warn({ sessionId: session.id }, 'refresh token reused: all tokens of the session were revoked');
  throw invalidToken('refresh_token_already_used', 'Already Used');
}

const isToken = (token: string) => /^[a-z0-9]{12}$/.test(token);

function unknownToken(token: string): AuthError | OAuthError {
  if (token === '') return new OAuthError('invalid_request', 'refresh_token required');
  if (!isToken(token)) return validationFailed('Refresh token is not valid');
  return invalidToken('refresh_token_not_found', 'Refresh Token Not Found');
}

const noSession = () => invalidToken('session_not_found', 'No Valid Session Found');

function throwContended(error: Error & { code?: unknown }): never {
  if (error.code !== LOCK_NOT_AVAILABLE) throw error;
  throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session');
}

/** Issues the next refresh token, or none if the sent one was reused. */
async function rotate(
  { var: { config, client } }: AuthContext,
  query: Query,
  { token, sessionId }: { token: string; sessionId: string },
): Promise<Omit<IssuedSession, 'refreshToken'> & Partial<IssuedSession>> {
  const session = await lockSession(query, sessionId);
  const user = session && (await findUser(query, session.user_id));
  if (!session || !user) throw noSession();
  if (user.is_banned) throw invalidToken('user_banned', 'User Banned');
  if (session.is_expired) throw invalidToken('session_expired', 'Session Expired');

  const reuseSeconds = config.AUTH_REFRESH_REUSE_INTERVAL;
  const refreshToken = await nextToken(query, { token, session, reuseSeconds });
  if (refreshToken) await recordRefresh(query, session.id, client, Math.max(DAY, reuseSeconds));
  else await revokeAll(query, session.id);
  return { user, session, refreshToken };
}

/** Returns undefined for an unknown token, null for a token without a session. */
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
const recordRefresh = (query: Query, sessionId: string, client: RequestClient, seconds: number) =>
  query(
    `with deleted as (
       delete from auth.refresh_tokens
       where session_id = $1 and revoked and updated_at < now() - make_interval(secs => $2))
     update auth.sessions
     set refreshed_at = now() at time zone 'utc', user_agent = $3, ip = $4, updated_at = now() where id = $1`,
    [sessionId, seconds, client.agent, client.address],
  );

const revokeAll = (query: Query, sessionId: string) =>
  query('update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked', [
    sessionId,
  ]);
