// OpenID Connect's authorization code flow: GET /authorize and GET /user/identities/authorize redirect to a provider, which redirects to /callback.
import { randomBytes } from 'node:crypto';
import { AuthorizationResponseError } from 'openid-client';
import { siteUrl } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthContext, UserContext } from '../context.ts';
import { redirectWithError } from '../error-response.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { redirectTarget } from '../redirects.ts';
import { readChallenge } from '../request-body.ts';
import type { AuthUser } from '../users.ts';
import { signInWithProvider } from './account-linking.ts';
import { createProviderFlow, type LinkRequest, type ProviderFlow, resumeProviderFlow } from './flows.ts';
import { requireLinkingAllowed, storeLink } from './identity-linking.ts';
import type { CallbackResult } from './openid.ts';
import { providerRedirect } from './provider-redirect.ts';

/** Parameters that are passed on to the provider. */
const PASSED_ON = ['access_type', 'prompt', 'login_hint', 'hd', 'domain_hint', 'include_granted_scopes', 'ui_locales'];

export const authorize = (c: AuthContext): Promise<Response> => redirectToProvider(c, undefined);

export async function authorizeLink(c: UserContext): Promise<Response> {
  const { user, session } = c.var;
  requireLinkingAllowed(c, c.var, 'Linking');
  return redirectToProvider(c, { userId: user.id, sessionId: session.id });
}

async function redirectToProvider(c: AuthContext, link: LinkRequest | undefined): Promise<Response> {
  const url = await authorizationUrl(c, link);
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: url.href }) : c.redirect(url.href, 302);
}

async function authorizationUrl(c: AuthContext, link: LinkRequest | undefined): Promise<URL> {
  const { database, log, openIdProviders } = c.var;
  const { provider: name = '', scopes = '', ...query } = c.req.query();
  const provider = openIdProviders.get(name);
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled');
  const verifier = randomBytes(32).toString('base64url');
  const redirectTo = redirectTarget(c);
  const challenge = readChallenge(query);
  if (link && !challenge) {
    throw validationFailed('Linking an identity requires the PKCE flow: code_challenge and code_challenge_method');
  }
  const flow = { provider: name, method: 'oauth', redirectTo, verifier, challenge, link } as const;
  const state = await database.transaction((run) => createProviderFlow(c, run, flow));
  const request = {
    state,
    verifier,
    redirectUri: callbackUrl(c),
    scopes: scopes.split(/[\s,]+/).filter(Boolean),
    parameters: Object.fromEntries(Object.entries(query).filter(([parameter]) => PASSED_ON.includes(parameter))),
  };
  return provider.authorizationUrl(request).catch((error: Error) => {
    log.error({ msg: 'OpenID provider unreachable', provider: name, reason: error.message });
    throw new AuthError(502, 'unexpected_failure', `The sign-in provider ${name} does not answer`);
  });
}

/** The redirect URI to register with each provider. */
const callbackUrl = (c: AuthContext) => `${siteUrl(c.var.config)}/auth/v1/callback`;

/** GET and POST /callback. The browser goes on to its page with a session, a code or an error. */
export async function handleCallback(c: AuthContext): Promise<Response> {
  const text = c.req.method === 'POST' ? await c.var.readText() : new URL(c.req.url).search;
  const parameters = new URLSearchParams(text);
  let target = siteUrl(c.var.config);
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
  const finishFlow = (query: Query, user: AuthUser) =>
    providerRedirect(c, query, { flow, user, method: 'oauth', tokens });
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
