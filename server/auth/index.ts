// In charge of /auth/v1: which endpoint answers which path, and what all of them share. Refuses bodies over 1 MiB.
import { Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { clientOf, partyOf } from '../client.ts';
import { type Config, InvalidConfig } from '../config.ts';
import { accountLimits } from '../limits.ts';
import { generateLink, invite } from './admin/links.ts';
import {
  changeAccount,
  deleteAccount,
  deleteFactorOf,
  listEverybody,
  listFactorsOf,
  makeAccount,
  showAccount,
} from './admin/users.ts';
import { limitBodies } from './body-limit.ts';
import type { Dependencies, Services } from './context.ts';
import { publishKeys, showHealth, showSettings } from './discovery.ts';
import { recover } from './email/recover.ts';
import { resend } from './email/resend.ts';
import { verifyByBody, verifyByLink } from './email/verify.ts';
import { answerError } from './error-response.ts';
import { AuthError, tooManyTries, unstorable } from './errors.ts';
import { challenge, enrolFactor, unenrolFactor, verifyFactor } from './mfa/endpoints.ts';
import { reauthenticate } from './password/reauthenticate.ts';
import { signUp } from './password/sign-up.ts';
import { authorize, authorizeLink } from './providers/authorize.ts';
import { comeBack } from './providers/callback.ts';
import { openProvider } from './providers/openid.ts';
import { openSignOn } from './providers/saml.ts';
import { finishSignOn, serviceOf, showServiceMetadata, startSignOn } from './providers/sso.ts';
import { unlinkIdentity } from './providers/unlink-identity.ts';
import { readRedirectPattern } from './redirect-patterns.ts';
import { signOut } from './sessions/logout.ts';
import { issueToken } from './sessions/token.ts';
import { unavailable } from './unavailable.ts';
import { changeUser, readUser } from './user.ts';

/** Accounts and sessions over the wire of GoTrue, as the unmodified auth-js speaks it. */
export function authApi(services: Services): Hono {
  const deps = withProviders(services);
  const api = new Hono();
  api.onError(answerError(deps.log));
  api.use(anyOrigin, fewAtOnce(deps.config), storableQuery, limitBodies(deps.config));

  api.post('/signup', signUp(deps));
  api.post('/token', issueToken(deps));
  api.get('/user', readUser(deps));
  api.put('/user', changeUser(deps));
  api.post('/logout', signOut(deps));
  api.post('/recover', recover(deps));
  api.post('/resend', resend(deps));
  api.post('/verify', verifyByBody(deps));
  api.get('/verify', notByHead, verifyByLink(deps));
  api.get('/reauthenticate', notByHead, reauthenticate(deps));
  api.post('/factors', enrolFactor(deps));
  api.post('/factors/:id/challenge', challenge(deps));
  api.post('/factors/:id/verify', verifyFactor(deps));
  api.delete('/factors/:id', unenrolFactor(deps));
  api.get('/authorize', notByHead, authorize(deps));
  api.get('/callback', notByHead, comeBack(deps));
  api.post('/callback', comeBack(deps));
  api.get('/user/identities/authorize', notByHead, authorizeLink(deps));
  api.delete('/user/identities/:id', unlinkIdentity(deps));
  api.post('/sso', startSignOn(deps));
  api.post('/sso/saml/acs', finishSignOn(deps));
  api.get('/sso/saml/metadata', showServiceMetadata(deps));
  api.get('/admin/users', listEverybody(deps));
  api.post('/admin/users', makeAccount(deps));
  api.get('/admin/users/:id', showAccount(deps));
  api.put('/admin/users/:id', changeAccount(deps));
  api.delete('/admin/users/:id', deleteAccount(deps));
  api.get('/admin/users/:id/factors', listFactorsOf(deps));
  api.delete('/admin/users/:id/factors/:factor', deleteFactorOf(deps));
  api.post('/admin/generate_link', generateLink(deps));
  api.post('/invite', invite(deps));
  api.get('/.well-known/jwks.json', publishKeys(deps));
  api.get('/settings', showSettings(deps));
  api.get('/health', showHealth);
  api.route('/', unavailable(deps));

  api.all('*', (c) => {
    throw new AuthError(404, 'unknown', `There is no ${c.req.method} ${c.req.path}`);
  });
  return api;
}

/** Throws InvalidConfig where a redirect pattern or a sign-on's description cannot be used. */
function withProviders(services: Services): Dependencies {
  const { oidc, saml, AUTH_REDIRECT_URLS: patterns } = services.config;
  const unusable = patterns.find((pattern) => !readRedirectPattern(pattern));
  if (unusable) throw new InvalidConfig(`AUTH_REDIRECT_URLS: '${unusable}' is not of the form scheme://host/path`);
  const service = serviceOf(services.config);
  return {
    ...services,
    providers: new Map(oidc.map((provider) => [provider.name, openProvider(provider)])),
    signOns: saml.map((provider) => {
      try {
        return openSignOn(provider, service);
      } catch (error) {
        throw new InvalidConfig(`AUTH_SAML_${provider.name.toUpperCase()}_METADATA_FILE: ${(error as Error).message}`);
      }
    }),
  };
}

/** Any origin may call: what it may do hangs on the token that it sends, never on a cookie. */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
  maxAge: 600,
});

/** No text with a zero character can be stored or compared; bodies are looked through in wire/body.ts. */
const storableQuery: MiddlewareHandler = (c, next) => {
  if (new URL(c.req.url).search.includes('%00')) throw unstorable();
  return next();
};

/** Bounds how long requests of one address can keep those of others waiting for a connection. */
function fewAtOnce({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): MiddlewareHandler {
  const underWay = new Map<string, number>();
  return async (c, next) => {
    const party = partyOf(clientOf(c, TRUST_PROXY));
    const others = underWay.get(party) ?? 0;
    if (others >= accountLimits.atOnce) throw tooManyTries();
    underWay.set(party, others + 1);
    try {
      await next();
    } finally {
      const left = (underWay.get(party) ?? 1) - 1;
      if (left > 0) underWay.set(party, left);
      else underWay.delete(party);
    }
  };
}

/** For what GET changes: whoever only looks whether a link is there uses nothing up. Hono answers HEAD by the route of GET. */
const notByHead: MiddlewareHandler = async (c, next) => (c.req.raw.method === 'HEAD' ? c.body(null, 200) : next());
