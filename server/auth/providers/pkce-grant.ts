// POST /token?grant_type=pkce: exchanges the code of a flow, in the browser that began it and in no other.
import { z } from 'zod';
import { clientOf } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { type EndedFlow, tradeFlowCode } from '../flow-state.ts';
import { readBody, text } from '../request-body.ts';
import type { Grant } from '../sessions/refresh-tokens.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { findUser } from '../users.ts';
import { linkAccount } from './identity-linking.ts';

const Trade = z.object({ auth_code: text, code_verifier: text });

const refusals = {
  unknown: () => new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  expired: () => new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  'wrong verifier': () =>
    new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),
};

export const grantByFlowCode =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { auth_code: code, code_verifier: verifier } = await readBody(c, Trade);
    if (!code || !verifier) {
      throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
    }
    const { grant, flow } = await deps.database.transaction(async (query) => {
      const trade = await tradeFlowCode(query, code, verifier);
      if (trade.outcome !== 'traded') throw refusals[trade.outcome]();
      return { grant: await openSession(c, deps, query, trade.flow), flow: trade.flow };
    });
    if (!grant) throw refusals.unknown();
    const { provider_access_token: token, provider_refresh_token: refreshToken } = flow;
    return c.json({
      ...(await sessionAnswer(deps, grant)),
      ...(token && { provider_token: token }),
      ...(refreshToken && { provider_refresh_token: refreshToken }),
    });
  };

/** A link goes on with the session that asked for it; every other flow opens one. */
async function openSession(
  c: AuthContext,
  deps: Dependencies,
  query: Query,
  { user_id: userId, link, provedBy }: EndedFlow,
): Promise<Grant | undefined> {
  if (link) return linkAccount(deps, query, { userId, sessionId: link.sessionId }, link.account);
  const account = await findUser(query, userId);
  if (account?.is_banned) throw new AuthError(400, 'user_banned', 'User is banned');
  return account && signIn(query, { account, method: provedBy, client: clientOf(c, deps.config.TRUST_PROXY) });
}
