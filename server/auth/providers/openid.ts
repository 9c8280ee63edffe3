// OpenID Connect with providers: the authorization URL, the callback and ID tokens.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  type IDToken,
} from 'openid-client';
import type { OidcProvider } from '#server/provider-config.ts';
import { type ProviderAccount, providerAccount } from './identities.ts';

const TIMEOUT_SECONDS = 10;
const SCOPES = ['openid', 'email', 'profile'];

/** LinkedIn omits the nonce from its ID tokens. */
const WITHOUT_NONCE = new Set(['linkedin_oidc']);

type AuthorizationRequest = {
  state: string;
  verifier: string;
  redirectUri: string;
  scopes: string[];
  parameters: Record<string, string>;
};

type CallbackRequest = { url: URL; state: string; verifier: string };

export type CallbackResult = { account: ProviderAccount; accessToken: string; refreshToken: string | undefined };

export type OpenIdProvider = ReturnType<typeof openProvider>;

/** Derived, so that a flow has one secret. */
const deriveNonce = (verifier: string) => createHash('sha256').update(`nonce ${verifier}`).digest('base64url');

export function openProvider(provider: OidcProvider) {
  const { name, issuer, clientIds, clientSecret } = provider;
  const usesNonce = !WITHOUT_NONCE.has(name);
  let discovered: Promise<Configuration> | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  /** Discovered on first use, and again after a failure, so that the server starts while a provider is down. */
  function discover(): Promise<Configuration> {
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { timeout: TIMEOUT_SECONDS, execute };
    discovered ??= discovery(new URL(issuer), clientIds[0], clientSecret, undefined, options).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  /** The browser returns to the redirect URI with the state. */
  async function authorizationUrl(request: AuthorizationRequest): Promise<URL> {
    const { state, verifier, redirectUri, scopes, parameters } = request;
    const config = await discover();
    return buildAuthorizationUrl(config, {
      ...parameters,
      redirect_uri: redirectUri,
      scope: [...new Set([...SCOPES, ...scopes])].join(' '),
      state,
      ...(usesNonce && { nonce: deriveNonce(verifier) }),
      ...(supportsPkce(config) && {
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    });
  }

  /** Exchanges the code of a callback. Rejects with openid-client's errors. */
  async function exchangeCode({ url, state, verifier }: CallbackRequest): Promise<CallbackResult> {
    const config = await discover();
    const tokens = await authorizationCodeGrant(config, url, {
      expectedState: state,
      idTokenExpected: true,
      ...(usesNonce && { expectedNonce: deriveNonce(verifier) }),
      ...(supportsPkce(config) && { pkceCodeVerifier: verifier }),
    });
    const claims = tokens.claims() as IDToken;
    const more = claims.email ? {} : await fetchUserInfo(config, tokens.access_token, claims.sub);
    const account = providerAccount(name, { ...more, ...claims });
    return { account, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  /** Verifies an ID token that the client received from the provider. Rejects with jose's errors. */
  async function readIdToken(token: string) {
    const metadata = (await discover()).serverMetadata();
    keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
    const { payload } = await jwtVerify<IDToken>(token, keys, { requiredClaims: ['sub', 'aud', 'exp'] });
    const expected = metadata.issuer.replace('{tenantid}', String(payload.tid ?? ''));
    if (payload.iss !== expected) throw new Error(`the token is from ${payload.iss}`);
    return { account: providerAccount(name, payload), audience: [payload.aud].flat(), nonce: payload.nonce };
  }

  return { ...provider, authorizationUrl, exchangeCode, readIdToken };
}

const supportsPkce = (config: Configuration): boolean =>
  config.serverMetadata().code_challenge_methods_supported?.includes('S256') ?? false;
