// In charge of who stands before an endpoint: in the contract's order, with its words. Refuses a token whose user or session is gone.
import { bearerOf, type Caller, callerOf, InvalidToken } from '../jwt.ts';
import type { AuthContext, Dependencies } from './context.ts';
import { AuthError, sessionNotFound, userBanned, userNotFound } from './errors.ts';
import { findSession, type Session } from './sessions/sessions.ts';
import { findUser, type User } from './users.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** The user of a request and the session it speaks for, which is worth no more than its token says. */
export async function requireUser(c: AuthContext, deps: Dependencies): Promise<{ user: User; session: Session }> {
  const { claims } = await requireBearer(c, deps);
  const { sub, session_id: sessionId, aal } = claims;
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID');
  const { user, session } = await deps.database.transaction(async (query) => ({
    user: await findUser(query, sub),
    session: isUuid(sessionId) ? await findSession(query, sessionId) : undefined,
  }));
  if (!user) throw userNotFound();
  if (session?.user_id !== user.id) {
    throw sessionNotFound();
  }
  if (user.is_banned) throw userBanned();
  return { user, session: { ...session, aal: aal === 'aal2' ? session.aal : 'aal1' } };
}

/** Only the back end's own key opens what is for administrators of the service. */
export async function requireServiceRole(c: AuthContext, deps: Dependencies): Promise<void> {
  const { role } = await requireBearer(c, deps);
  if (role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed');
}

async function requireBearer(c: AuthContext, { keys }: Dependencies): Promise<Caller> {
  const authorization = c.req.header('Authorization');
  if (!bearerOf(authorization)) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  return callerOf(authorization, keys).catch((error) => {
    if (!(error instanceof InvalidToken)) throw error;
    const message = `invalid JWT: unable to parse or verify signature, ${error.message}`;
    throw new AuthError(403, 'bad_jwt', message);
  });
}
