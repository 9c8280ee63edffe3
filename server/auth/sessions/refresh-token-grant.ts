// POST /token?grant_type=refresh_token
import { z } from 'zod';
import type { AuthContext } from '../context.ts';
import { AuthError, OAuthError, validationFailed } from '../errors.ts';
import { readBody, text } from '../request-body.ts';
import { isRefreshToken, type Rotation, rotateRefreshToken } from './refresh-tokens.ts';
import { sessionResponse } from './session-response.ts';

const Refresh = z.object({ refresh_token: text });

export async function grantByRefreshToken(c: AuthContext): Promise<Response> {
  const { database, config, client, log } = c.var;
  const { refresh_token: token } = await readBody(c, Refresh);
  if (!token) throw new OAuthError('invalid_request', 'refresh_token required');
  if (!isRefreshToken(token)) throw validationFailed('Refresh token is not valid');
  const reuseSeconds = config.AUTH_REFRESH_REUSE_INTERVAL;
  const rotation = await rotateRefreshToken(database, { token, reuseSeconds, client });
  if (rotation.outcome === 'reused') {
    log.warn({ sessionId: rotation.session.id }, 'refresh token reused: all tokens of the session were revoked');
  }
  if (rotation.outcome !== 'rotated') throw errors[rotation.outcome]();
  return c.json(await sessionResponse(c, rotation));
}

const errors: Record<Exclude<Rotation['outcome'], 'rotated'>, () => AuthError> = {
  not_found: () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  reused: () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  user_banned: () => new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  session_not_found: () => new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  session_expired: () => new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  contended: () => new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session'),
};
