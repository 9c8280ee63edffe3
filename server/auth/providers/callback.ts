// GET and POST /callback: an OpenID provider redirects the browser here. The browser goes on to its page with a session, a code or an error.
import { AuthorizationResponseError } from 'openid-client';
import { siteOf } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthContext } from '../context.ts';
import { redirectWithError } from '../error-response.ts';
import { AuthError } from '../errors.ts';
import type { User } from '../users.ts';
import { signInWithProvider } from './account-linking.ts';
import { callbackUrl } from './authorize.ts';
import { type ProviderFlow, resumeProviderFlow } from './flows.ts';
import { storeLink } from './identity-linking.ts';
import type { CallbackResult } from './openid.ts';
import { providerRedirect } from './provider-redirect.ts';

export async function handleCallback(c: AuthContext): Promise<Response> {
  const text = c.req.method === 'POST' ? await c.var.readText() : new URL(c.req.url).search;
  const parameters = new URLSearchParams(text);
  let target = siteOf(c.var.config);
  try {
    const state = parameters.get('state');
    if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
    const flow = await resumeProviderFlow(c, state);
    target = flow.redirectTo;
    return c.redirect(await finish(c, flow, parameters), 302);
  } catch (error) {
    return redirectWithError(c, error, { target, inQuery: true, status: 302 });
  }
}

async function finish(c: AuthContext, flow: ProviderFlow, parameters: URLSearchParams): Promise<string> {
  const { account, ...tokens } = await exchangeCode(c, flow, parameters);
  const { id, link, redirectTo } = flow;
  const finishFlow = (query: Query, user: User) => providerRedirect(c, query, { flow, user, method: 'oauth', tokens });
  if (!link) return signInWithProvider(c, { account, redirectTo }, finishFlow);
  return c.var.database.transaction(async (query) =>
    finishFlow(query, await storeLink(c, query, { id, link }, account)),
  );
}

function exchangeCode(c: AuthContext, flow: ProviderFlow, parameters: URLSearchParams): Promise<CallbackResult> {
  const { openIdProviders, log } = c.var;
  const provider = openIdProviders.get(flow.provider);
  if (!provider) throw new AuthError(400, 'provider_disabled', `Provider ${flow.provider} is not enabled`);
  const url = new URL(`${callbackUrl(c)}?${parameters}`);
  return provider.exchangeCode({ url, state: flow.id, verifier: flow.verifier }).catch((error: Error) => {
    if (error instanceof AuthorizationResponseError) {
      throw new AuthError(403, 'bad_oauth_callback', error.error_description ?? error.error);
    }
    log.warn({ msg: 'OpenID callback rejected', provider: flow.provider, reason: error.message });
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code');
  });
}
