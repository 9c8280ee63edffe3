// In charge of GET /authorize and GET /user/identities/authorize: the way to a provider, to sign in there or to add it to an account.
import { randomBytes } from 'node:crypto';
import { siteOf } from '#server/config.ts';
import { requireUser } from '../authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { AuthError, tooManyTries, validationFailed } from '../errors.ts';
import { flowLimit, limitAddress } from '../limits.ts';
import { readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { beginProviderFlow, type LinkRequest } from './flows.ts';
import { requireLinking } from './identity-linking.ts';
import type { OpenIdProvider } from './openid.ts';

/** What a page may ask of a provider beside our own words. */
const WISHES = ['access_type', 'prompt', 'login_hint', 'hd', 'domain_hint', 'include_granted_scopes', 'ui_locales'];

export const authorize =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitAddress(c, deps, { kind: 'authorize', perWindow: deps.config.AUTH_RATE_TOKEN });
    const address = await departure(c, deps, undefined);
    return isUnfollowed(c) ? c.json({ url: address.href }) : c.redirect(address.href, 302);
  };

export const authorizeLink =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user, session } = await requireUser(c, deps);
    requireLinking(deps, { user, session }, 'Linking');
    const address = await departure(c, deps, { userId: user.id, sessionId: session.id });
    return isUnfollowed(c) ? c.json({ url: address.href }) : c.redirect(address.href, 302);
  };

const isUnfollowed = (c: AuthContext) => c.req.query('skip_http_redirect') === 'true';

async function departure(c: AuthContext, deps: Dependencies, link: LinkRequest | undefined): Promise<URL> {
  const { provider: name = '', scopes = '', ...query } = c.req.query();
  const provider = requireProvider(deps, name);
  const verifier = randomBytes(32).toString('base64url');
  const redirectTo = redirectTarget(c, deps.config);
  const challenge = readChallenge(query);
  if (link && !challenge) {
    throw validationFailed('Linking an identity requires the PKCE flow: code_challenge and code_challenge_method');
  }
  const begunBy = flowLimit(c, deps.config);
  const state = await deps.database.transaction((run) =>
    beginProviderFlow(run, { provider: name, provedBy: 'oauth', redirectTo, verifier, challenge, link, begunBy }),
  );
  if (!state) throw tooManyTries();
  const wishes = Object.fromEntries(Object.entries(query).filter(([wish]) => WISHES.includes(wish)));
  const asked = {
    state,
    verifier,
    redirectUri: callbackOf(deps),
    scopes: scopes.split(/[\s,]+/).filter(Boolean),
    wishes,
  };
  return provider.departure(asked).catch((error: Error) => {
    deps.log.error({ msg: 'a sign-in provider does not answer', provider: name, reason: error.message });
    throw new AuthError(502, 'unexpected_failure', `The sign-in provider ${name} does not answer`);
  });
}

function requireProvider({ providers }: Dependencies, name: string): OpenIdProvider {
  const provider = providers.get(name);
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled');
  return provider;
}

/** Where providers send browsers back to; each of them has to be told of it. */
export const callbackOf = ({ config }: Dependencies) => `${siteOf(config)}/auth/v1/callback`;
