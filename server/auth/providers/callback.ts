// In charge of GET and POST /callback: a browser back from a provider. Sends it on to its page, with a session, a code or a refusal.
import { AuthorizationResponseError } from 'openid-client';
import { siteOf } from '#server/config.ts';
import type { Query } from '#server/database/pool.ts';
import { isUuid } from '../authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { AuthError } from '../errors.ts';
import { refusalAt } from '../redirect-errors.ts';
import type { User } from '../users.ts';
import { callbackOf } from './authorize.ts';
import { type ProviderFlow, takeProviderFlow } from './flows.ts';
import { holdLink } from './identity-linking.ts';
import { requireJoined } from './joining-errors.ts';
import type { ProviderAnswer } from './openid.ts';
import { flowRefusals, land } from './provider-redirect.ts';

export const comeBack =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const members = c.req.method === 'POST' ? await c.req.text() : new URL(c.req.url).search;
    const parameters = new URLSearchParams(members);
    let target = siteOf(deps.config);
    try {
      const flow = await takeFlow(deps, parameters.get('state'));
      target = flow.redirectTo;
      return c.redirect(await finish(c, deps, flow, parameters), 302);
    } catch (error) {
      return c.redirect(refusalAt(error, { target, inQuery: true, log: deps.log }), 302);
    }
  };

async function takeFlow({ database }: Dependencies, state: string | null): Promise<ProviderFlow> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  if (!isUuid(state)) throw flowRefusals.unknown();
  const taken = await database.transaction((query) => takeProviderFlow(query, state));
  if (taken.outcome !== 'taken') throw flowRefusals[taken.outcome]();
  return taken.flow;
}

async function finish(
  c: AuthContext,
  deps: Dependencies,
  flow: ProviderFlow,
  parameters: URLSearchParams,
): Promise<string> {
  const { account, ...tokens } = await askProvider(deps, flow, parameters);
  const { id, link, redirectTo } = flow;
  const landAt = (query: Query, user: User) => land(c, deps, query, { flow, user, method: 'oauth', tokens });
  if (!link) return requireJoined(deps, { account, redirectTo }, landAt);
  return deps.database.transaction(async (query) => landAt(query, await holdLink(deps, query, { id, link }, account)));
}

function askProvider(deps: Dependencies, flow: ProviderFlow, parameters: URLSearchParams): Promise<ProviderAnswer> {
  const provider = deps.providers.get(flow.provider);
  if (!provider) throw new AuthError(400, 'provider_disabled', `Provider ${flow.provider} is not enabled`);
  const address = new URL(`${callbackOf(deps)}?${parameters}`);
  return provider.answer({ address, state: flow.id, verifier: flow.verifier }).catch((error: Error) => {
    if (error instanceof AuthorizationResponseError) {
      throw new AuthError(403, 'bad_oauth_callback', error.error_description ?? error.error);
    }
    deps.log.warn({ msg: 'a sign-in provider’s answer was refused', provider: flow.provider, reason: error.message });
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  });
}
