// GET /authorize and GET /user/identities/authorize: redirects to a provider, to sign in or to link an identity.
import { randomBytes } from 'node:crypto';
import { siteOf } from '#server/config.ts';
import type { AuthContext, UserContext } from '../context.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { createProviderFlow, type LinkRequest } from './flows.ts';
import { requireLinkingAllowed } from './identity-linking.ts';

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
export const callbackUrl = (c: AuthContext) => `${siteOf(c.var.config)}/auth/v1/callback`;
