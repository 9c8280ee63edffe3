// In charge of talking with OpenID providers: where to send a browser, what it brings back, what an ID token says. Knows no account of ours.
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
import { type ProviderAccount, providerAccount } from './provider-account.ts';

const PATIENCE_SECONDS = 10;
const SCOPES = ['openid', 'email', 'profile'];

/** LinkedIn leaves out of its ID tokens the nonce that it was given. */
const SILENT_ON_NONCE = new Set(['linkedin_oidc']);

type Departure = {
  state: string;
  verifier: string;
  redirectUri: string;
  scopes: string[];
  wishes: Record<string, string>;
};

type Return = { address: URL; state: string; verifier: string };

export type ProviderAnswer = { account: ProviderAccount; accessToken: string; refreshToken: string | undefined };

export type OpenIdProvider = OidcProvider & {
  /** Where the browser goes; it comes back to the redirect address with the state. */
  departure(departure: Departure): Promise<URL>;
  /** What the provider says once the browser is back. Rejects with openid-client's errors. */
  answer(arrival: Return): Promise<ProviderAnswer>;
  /** What an ID token says that somebody got by themselves. Rejects with jose's errors. */
  readIdToken(token: string): Promise<{ account: ProviderAccount; audience: string[]; nonce: string | undefined }>;
};

/** The secret of a flow is one; what the provider is to repeat follows from it. */
const nonceOf = (verifier: string) => createHash('sha256').update(`nonce ${verifier}`).digest('base64url');

export function openProvider(provider: OidcProvider): OpenIdProvider {
  const { name, issuer, clientIds, clientSecret } = provider;
  const usesNonce = !SILENT_ON_NONCE.has(name);
  let discovered: Promise<Configuration> | undefined;
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  /** Asked for at first need, and again after a failure: a provider that is down does not keep the server from starting. */
  function discover(): Promise<Configuration> {
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { timeout: PATIENCE_SECONDS, execute };
    discovered ??= discovery(new URL(issuer), clientIds[0], clientSecret, undefined, options).catch((error) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  async function departure({ state, verifier, redirectUri, scopes, wishes }: Departure): Promise<URL> {
    const config = await discover();
    return buildAuthorizationUrl(config, {
      ...wishes,
      redirect_uri: redirectUri,
      scope: [...new Set([...SCOPES, ...scopes])].join(' '),
      state,
      ...(usesNonce && { nonce: nonceOf(verifier) }),
      ...(knowsPkce(config) && {
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    });
  }

  async function answer({ address, state, verifier }: Return): Promise<ProviderAnswer> {
    const config = await discover();
    const tokens = await authorizationCodeGrant(config, address, {
      expectedState: state,
      idTokenExpected: true,
      ...(usesNonce && { expectedNonce: nonceOf(verifier) }),
      ...(knowsPkce(config) && { pkceCodeVerifier: verifier }),
    });
    const claims = tokens.claims() as IDToken;
    const more = claims.email ? {} : await fetchUserInfo(config, tokens.access_token, claims.sub);
    const account = providerAccount(name, { ...more, ...claims });
    return { account, accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }

  async function readIdToken(token: string) {
    const metadata = (await discover()).serverMetadata();
    keys ??= createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), { timeoutDuration: PATIENCE_SECONDS * 1000 });
    const { payload } = await jwtVerify<IDToken>(token, keys, { requiredClaims: ['sub', 'aud', 'exp'] });
    const expected = metadata.issuer.replace('{tenantid}', String(payload.tid ?? ''));
    if (payload.iss !== expected) throw new Error(`the token is from ${payload.iss}`);
    return { account: providerAccount(name, payload), audience: [payload.aud].flat(), nonce: payload.nonce };
  }

  return { ...provider, departure, answer, readIdToken };
}

const knowsPkce = (config: Configuration): boolean =>
  config.serverMetadata().code_challenge_methods_supported?.includes('S256') ?? false;
