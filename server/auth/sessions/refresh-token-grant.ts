// In charge of trading a refresh token for a new access token. Refuses one that was spent, and ends what follows from it.
import { z } from 'zod';
import { clientOf } from '#server/client.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { AuthError, OAuthError, validationFailed } from '../errors.ts';
import { readBody, text } from '../request-body.ts';
import { isRefreshToken, type Rotation, rotateRefreshToken } from './refresh-tokens.ts';
import { sessionAnswer } from './session-response.ts';

const Refresh = z.object({ refresh_token: text });

export const grantByRefreshToken =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { database, config, log } = deps;
    const { refresh_token: token } = await readBody(c, Refresh);
    if (!token) throw new OAuthError('invalid_request', 'refresh_token required');
    if (!isRefreshToken(token)) throw validationFailed('Refresh token is not valid');

    const client = clientOf(c, config.TRUST_PROXY);
    const rotation = await rotateRefreshToken(database, {
      token,
      reuseSeconds: config.AUTH_REFRESH_REUSE_INTERVAL,
      client,
    });
    if (rotation.outcome === 'reused') {
      log.warn(
        { sessionId: rotation.session.id },
        'a spent refresh token came back: the session has no valid one left',
      );
    }
    if (rotation.outcome !== 'rotated') throw refusals[rotation.outcome]();
    return c.json(await sessionAnswer(deps, rotation));
  };

const refusals: Record<Exclude<Rotation['outcome'], 'rotated'>, () => AuthError> = {
  unknown: () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  reused: () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  banned: () => new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  'session gone': () => new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  'session expired': () => new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  contended: () => new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session'),
};
