// POST /token?grant_type=pkce: exchanges the code of a flow, with the verifier of the browser that began it.
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { type CompletedFlow, exchangeFlowCode, flowNotFound } from '../flow-state.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import type { IssuedSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { findUser } from '../users.ts';
import { linkIdentity } from './identity-linking.ts';

const Exchange = z.object({ auth_code: text, code_verifier: text });

export async function grantByPkceCode(c: AuthContext): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, Exchange);
  if (!code || !verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const { issued, flow } = await c.var.database.transaction(async (query) => {
    const flow = await exchangeFlowCode(query, code, verifier);
    return { issued: await openSession(c, query, flow), flow };
  });
  if (!issued) throw flowNotFound();
  const { provider_access_token: token, provider_refresh_token: refreshToken } = flow;
  return c.json({
    ...(await sessionResponse(c, issued)),
    ...(token && { provider_token: token }),
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  });
}

/** An identity link continues the session that requested it; every other flow opens a session. */
async function openSession(c: AuthContext, query: Query, flow: CompletedFlow): Promise<IssuedSession | undefined> {
  const { user_id: userId, link, method } = flow;
  if (link) return linkIdentity(c, query, { userId, sessionId: link.sessionId }, link.account);
  const account = await findUser(query, userId);
  if (account?.is_banned) throw new AuthError(400, 'user_banned', 'User is banned');
  return account && signIn(query, { account, method, client: c.var.client });
}
