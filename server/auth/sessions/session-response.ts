// A session as clients receive it: the access token with its claims, the refresh token and the user.

import { type Config, siteUrl } from '#server/config.ts';
import type { Claims } from '#server/jwt.ts';
import type { AuthContext } from '../context.ts';
import { withParameters } from '../redirects.ts';
import { userObject } from '../users.ts';
import type { IssuedSession } from './sessions.ts';

/** The body of a response. */
export async function sessionResponse(c: AuthContext, issued: IssuedSession) {
  const { keys, config } = c.var;
  const claims = accessClaims(issued, config);
  return {
    access_token: await keys.sign(claims),
    token_type: 'bearer',
    expires_in: config.AUTH_TOKEN_LIFE,
    expires_at: claims.exp,
    refresh_token: issued.refreshToken,
    user: userObject(issued.user),
  };
}

/** A URL with the session, and other parameters, in its fragment. */
export async function withSession(
  c: AuthContext,
  target: string,
  issued: IssuedSession,
  others: Record<string, string | undefined>,
): Promise<string> {
  const { user: _, ...session } = await sessionResponse(c, issued);
  const parameters = Object.entries({ ...session, ...others }).filter(([, value]) => value !== undefined);
  return withParameters(target, Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])));
}

function accessClaims({ user, session }: IssuedSession, config: Config): Claims {
  const issuedAt = Math.floor(Date.now() / 1000);
  return {
    iss: `${siteUrl(config)}/auth/v1`,
    iat: issuedAt,
    exp: issuedAt + config.AUTH_TOKEN_LIFE,
    sub: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
}
