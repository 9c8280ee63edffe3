// In charge of trading the code of a flow for its session, in the browser that began the flow and in no other.
import { z } from 'zod';
import { clientOf } from '../../client.ts';
import { tradeFlowCode } from '../accounts/flows.ts';
import { signIn } from '../accounts/sign-in.ts';
import { findUser } from '../accounts/users.ts';
import type { Dependencies, Endpoint } from '../dependencies.ts';
import { readBody, text } from '../wire/body.ts';
import { AuthError, validationFailed } from '../wire/errors.ts';
import { sessionAnswer } from '../wire/session-answer.ts';

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
      const account = await findUser(query, trade.flow.user_id);
      if (!account) throw refusals.unknown();
      if (account.is_banned) throw new AuthError(400, 'user_banned', 'User is banned');
      const client = clientOf(c, deps.config.TRUST_PROXY);
      return { grant: await signIn(query, { account, method: trade.flow.provedBy, client }), flow: trade.flow };
    });
    if (!grant) throw refusals.unknown();
    const { provider_access_token: token, provider_refresh_token: refreshToken } = flow;
    return c.json({
      ...(await sessionAnswer(deps, grant)),
      ...(token && { provider_token: token }),
      ...(refreshToken && { provider_refresh_token: refreshToken }),
    });
  };
