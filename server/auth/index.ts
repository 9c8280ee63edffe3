// The routes of /auth/v1: GoTrue's protocol, as the unmodified auth-js uses it.
import { Hono, type MiddlewareHandler } from 'hono';
import { InvalidConfig } from '../config.ts';
import type { DatabasePool } from '../database/connections/pool.ts';
import { clientNetwork, readClient } from '../http/client.ts';
import { anyOrigin } from '../http/middleware.ts';
import { accountLimits } from '../limits.ts';
import { createLink, inviteUser } from './admin/links.ts';
import {
  createUser,
  deleteUser,
  deleteUserFactor,
  listUserFactors,
  listUsers,
  readUserById,
  updateUserById,
} from './admin/users.ts';
import { keepDemoAccounts, rejectGuest, requireServiceRole, requireUser } from './authentication.ts';
import type { AuthContext, AuthEnv, AuthServices, AuthVariables } from './context.ts';
import { listKeys, readHealth, readSettings } from './discovery.ts';
import { recover, resend } from './email/requested-emails.ts';
import { verify, verifyLink, verifyLinkForm } from './email/verify.ts';
import { errorResponse, isRefresh } from './error-response.ts';
import { AuthError, invalidText, tooManyRequests } from './errors.ts';
import { createChallenge, verifyFactor } from './mfa/challenge.ts';
import { enrollFactor, unenrollFactor } from './mfa/enroll.ts';
import { grantByPassword } from './password/password-grant.ts';
import { reauthenticate } from './password/reauthentication.ts';
import { signUp } from './password/sign-up.ts';
import { authorize, authorizeLink, handleCallback } from './providers/authorization.ts';
import { grantByIdToken } from './providers/id-token-grant.ts';
import { unlinkIdentity } from './providers/identity-linking.ts';
import { openProvider } from './providers/openid.ts';
import { grantByPkceCode } from './providers/pkce-grant.ts';
import { openSaml } from './providers/saml.ts';
import { finishSaml, ownServiceProvider, readServiceMetadata, startSaml } from './providers/sso.ts';
import { limitLoad, limitRequests, requireRequest } from './rate-limits.ts';
import { readRedirectPattern } from './redirects.ts';
import { paceRejections } from './rejections.ts';
import { limitBodies } from './request-body.ts';
import { grantByRefreshToken } from './sessions/refresh-token-grant.ts';
import { logout, readUser, updateUser } from './user.ts';

type ApiServices = Omit<AuthServices, 'database'> & { database: Pick<DatabasePool, 'accountsFor'> };

export function authApi(services: ApiServices): Hono<AuthEnv> {
  const api = new Hono<AuthEnv>();
  api.onError(errorResponse);
  const ofUser = [limitLoad('session', 'AUTH_RATE_USER'), requireUser] as const;
  const noGuest = [requireUser, rejectGuest] as const;
  api.use(allowAnyOrigin, provide(services), keepDemoAccounts, paceRejections(), limitConcurrency());
  api.use(rejectZeroInQuery, limitBodies());

  api.post('/signup', limitRequests('signup', 'AUTH_RATE_SIGNUP'), signUp);
  api.post('/token', limitTokens, grantToken);
  api.post('/logout', ...ofUser, logout);
  api.get('/user', ...ofUser, readUser);
  api.put('/user', limitRequests('user', 'AUTH_RATE_SIGNUP'), ...noGuest, updateUser);

  api.post('/recover', limitRequests('recover', 'AUTH_RATE_SIGNUP'), recover);
  api.post('/resend', limitRequests('resend', 'AUTH_RATE_SIGNUP'), resend);
  api.post('/verify', limitRequests('verify', 'AUTH_RATE_VERIFY'), verify);
  api.get('/verify', ignoreHead, verifyLink);
  api.post('/verify/link', verifyLinkForm);
  api.get('/reauthenticate', ignoreHead, ...ofUser, rejectGuest, reauthenticate);

  api.post('/factors', limitRequests('enroll', 'AUTH_RATE_FACTOR', 60), ...noGuest, enrollFactor);
  api.delete('/factors/:id', limitRequests('enroll', 'AUTH_RATE_FACTOR', 60), ...noGuest, unenrollFactor);
  api.post('/factors/:id/challenge', limitRequests('factor', 'AUTH_RATE_FACTOR', 60), ...noGuest, createChallenge);
  api.post('/factors/:id/verify', limitRequests('factor', 'AUTH_RATE_FACTOR', 60), ...noGuest, verifyFactor);

  api.get('/authorize', ignoreHead, limitRequests('authorize', 'AUTH_RATE_TOKEN'), authorize);
  api.on(['GET', 'POST'], '/callback', ignoreHead, limitRequests('callback', 'AUTH_RATE_TOKEN'), handleCallback);
  api.get('/user/identities/authorize', ignoreHead, ...ofUser, rejectGuest, authorizeLink);
  api.delete('/user/identities/:id', ...ofUser, unlinkIdentity);
  api.post('/sso', limitRequests('sso', 'AUTH_RATE_SIGNUP'), startSaml);
  api.post('/sso/saml/acs', limitRequests('acs', 'AUTH_RATE_TOKEN'), finishSaml);
  api.get('/sso/saml/metadata', readServiceMetadata);

  api.use('/admin/*', requireServiceRole);
  api.get('/admin/users', listUsers);
  api.post('/admin/users', createUser);
  api.get('/admin/users/:id', readUserById);
  api.put('/admin/users/:id', updateUserById);
  api.delete('/admin/users/:id', deleteUser);
  api.get('/admin/users/:id/factors', listUserFactors);
  api.delete('/admin/users/:id/factors/:factor', deleteUserFactor);
  api.post('/admin/generate_link', createLink);
  api.post('/invite', requireServiceRole, inviteUser);

  api.get('/.well-known/jwks.json', listKeys);
  api.get('/settings', readSettings);
  api.get('/health', readHealth);

  api.post('/otp', rejectOtp);
  api.post('/magiclink', rejectOtp);
  api.on(ANY_METHOD, '/oauth/*', rejectUnavailable('The OAuth server'));
  api.on(ANY_METHOD, '/passkeys/*', ...ofUser, rejectUnavailable('Sign-in by passkey'));
  api.on(ANY_METHOD, '/admin/*', rejectUnavailable('Administration by the service'));
  api.all('*', (c) => {
    throw new AuthError(404, 'unknown', `There is no ${c.req.method} ${c.req.path}`);
  });
  return api;
}

const grants: Partial<Record<string, (c: AuthContext) => Promise<Response>>> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByPkceCode,
  id_token: grantByIdToken,
};

/** A refresh is limited once its session is known. */
const limitTokens: MiddlewareHandler<AuthEnv> = async (c, next) => {
  if (!isRefresh(c)) await requireRequest(c, 'token', 'AUTH_RATE_TOKEN');
  return next();
};

function grantToken(c: AuthContext): Promise<Response> {
  const type = c.req.query('grant_type') ?? '';
  if (type === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  return grant(c);
}

const ANY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const rejectOtp = () => {
  throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
};

/** Answers requests for a feature of the protocol that this server does not have. */
const rejectUnavailable = (what: string) => () => {
  throw new AuthError(404, 'feature_disabled', `${what} is not available on this server`);
};

/** Throws InvalidConfig for an invalid redirect pattern and for invalid SAML metadata. */
function openVariables({ config }: ApiServices): Omit<AuthVariables, 'client' | 'readText' | keyof AuthServices> {
  const { oidc, saml, AUTH_REDIRECT_URLS: patterns } = config;
  const invalid = patterns.find((pattern) => !readRedirectPattern(pattern));
  if (invalid) throw new InvalidConfig(`AUTH_REDIRECT_URLS: '${invalid}' is not of the form scheme://host/path`);
  const service = ownServiceProvider(config);
  return {
    rateLimiters: new Map(),
    openIdProviders: new Map(oidc.map((provider) => [provider.name, openProvider(provider)])),
    samlConnections: saml.map((provider) => {
      try {
        return openSaml(provider, service);
      } catch (error) {
        throw new InvalidConfig(`AUTH_SAML_${provider.name.toUpperCase()}_METADATA_FILE: ${(error as Error).message}`);
      }
    }),
  };
}

/** Sets what handlers read from `c.var`. */
function provide(services: ApiServices): MiddlewareHandler<AuthEnv> {
  const variables = openVariables(services);
  return (c, next) => {
    const client = readClient(c, services.config.TRUST_PROXY);
    const database = services.database.accountsFor(clientNetwork(client));
    for (const [name, value] of Object.entries({ ...services, ...variables, client, database })) {
      c.set(name as keyof AuthVariables, value as never);
    }
    return next();
  };
}

/** Permissions depend on the token of a request, never on a cookie. */
const allowAnyOrigin = anyOrigin({
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
  maxAge: 600,
});

/** PostgreSQL can neither store nor compare a zero character. Bodies are checked when they are read. */
const rejectZeroInQuery: MiddlewareHandler = (c, next) => {
  if (new URL(c.req.url).search.includes('%00')) throw invalidText();
  return next();
};

/** Limits the concurrent requests of one client, which share few database connections with all others. */
function limitConcurrency(): MiddlewareHandler<AuthEnv> {
  const running = new Map<string, number>();
  return async (c, next) => {
    const network = clientNetwork(c.var.client);
    const others = running.get(network) ?? 0;
    if (others >= accountLimits.atOnce) throw tooManyRequests();
    running.set(network, others + 1);
    try {
      await next();
    } finally {
      const left = (running.get(network) ?? 1) - 1;
      if (left > 0) running.set(network, left);
      else running.delete(network);
    }
  };
}

/** Hono answers HEAD by the route of GET: a link check must not consume a token. */
const ignoreHead: MiddlewareHandler = async (c, next) => (c.req.raw.method === 'HEAD' ? c.body(null, 200) : next());
