// Who sends a request, and how strongly the session is authenticated. Checks run in GoTrue's order.
import type { MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isPublicDemo } from '../config.ts';
import { InvalidToken, readBearerToken, readCaller, type TokenIdentity } from '../jwt.ts';
import type { AuthContext, AuthEnv, Authenticated, UserEnv } from './context.ts';
import { AuthError, sessionNotFound, userBanned } from './errors.ts';
import { findSession, type Session } from './sessions/sessions.ts';
import { requireUserById } from './users.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** Sets `user` and `session`. */
export const requireUser: MiddlewareHandler<UserEnv> = async (c, next) => {
  const { user, session } = await authenticate(c);
  c.set('user', user);
  c.set('session', session);
  return next();
};

/** The user and the session of the bearer token. The session counts as aal2 only where the token does, too. */
export async function authenticate(c: AuthContext): Promise<Authenticated> {
  const { database } = c.var;
  const { claims } = await requireBearer(c);
  const { sub, session_id: sessionId, aal } = claims;
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const user = await requireUserById(database.query, sub);
  const session = isUuid(sessionId) ? await findSession(database.query, sessionId) : undefined;
  if (session?.user_id !== user.id) throw sessionNotFound();
  if (user.is_banned) throw userBanned();
  return { user, session: { ...session, aal: aal === 'aal2' ? session.aal : 'aal1' } };
}

/** The requests that a public demo takes: signing in and out, reading, and what needs the service key. */
const ALLOWED_IN_PUBLIC_DEMO =
  /^((GET|HEAD) (\/auth\/v1)?\/(user|settings|health|\.well-known\/jwks\.json)|POST (\/auth\/v1)?\/(token|logout|invite)|\w+ (\/auth\/v1)?\/admin\/.*)$/;

/** Keeps the accounts of a public demo, which its visitors share: one who changed a password would lock out all others. */
export const keepDemoAccounts: MiddlewareHandler<AuthEnv> = (c, next) => {
  if (!isPublicDemo(c.var.config) || ALLOWED_IN_PUBLIC_DEMO.test(`${c.req.method} ${c.req.path}`)) return next();
  throw new AuthError(403, 'public_demo', 'This is a public demo: nobody can sign up or change its accounts');
};

/** Runs after requireUser. The account of a review link has neither password nor factors: it ends with the link. */
export const rejectGuest: MiddlewareHandler<UserEnv> = async (c, next) => {
  if (c.var.user.raw_app_meta_data?.review_link === undefined) return next();
  throw new AuthError(403, 'guest_account', 'The account of a review link cannot be changed');
};

/** Administrators of the service use the service key. */
export const requireServiceRole: MiddlewareHandler<AuthEnv> = async (c, next) => {
  const { role } = await requireBearer(c);
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
  return next();
};

async function requireBearer(c: AuthContext): Promise<TokenIdentity> {
  const authorization = c.req.header('Authorization');
  if (!readBearerToken(authorization)) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return readCaller(authorization, c.var.keys).catch((error) => {
    if (!(error instanceof InvalidToken)) throw error;
    const message = `invalid JWT: unable to parse or verify signature, ${error.message}`;
    throw new AuthError(403, 'bad_jwt', message);
  });
}

/** Throws insufficient_aal for an aal1 session of a user with a verified factor. GoTrue's `status` differs by endpoint. */
export function requireSecondFactor(
  { user, session }: Authenticated,
  { to, status = 403 }: { to: string; status?: ContentfulStatusCode },
): void {
  const hasFactor = user.factors.some((factor) => factor.status === 'verified');
  if (!hasFactor || session.aal === 'aal2') return;
  throw new AuthError(status, 'insufficient_aal', `AAL2 session is required to ${to} when MFA is enabled.`);
}

/** Throws reauthentication_needed if the session was opened, and last reauthenticated, more than a day ago. */
export function requireFreshSession(c: AuthContext, session: Session, action: string): void {
  if (!c.var.config.AUTH_SECURE_PASSWORD_CHANGE || !session.is_old) return;
  throw new AuthError(400, 'reauthentication_needed', `${action} requires reauthentication`);
}
