// A server with a real OpenID provider, and the redirects between them.
import { createHash, randomUUID } from 'node:crypto';
import { type OpenIdProvider, openOpenIdProvider } from '../../support/openid-provider.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { followRedirects, type Redirect } from './redirects.ts';
import { type Answer, call, NO_LIMITS } from './requests.ts';

export const HOME = 'http://localhost:4321';

export type ProviderWorld = { server: TestServer; provider: OpenIdProvider; stop(): Promise<void> };

/** The provider `example`, and `google`, which gets no request. */
export async function openProviderWorld(env: Record<string, string> = {}): Promise<ProviderWorld> {
  const provider = await openOpenIdProvider(() => `${HOME}/auth/v1/callback`);
  const server = await startServer({
    env: {
      ...NO_LIMITS,
      SITE_URL: HOME,
      AUTH_OIDC_EXAMPLE_ISSUER: provider.issuer,
      AUTH_OIDC_EXAMPLE_CLIENT_ID: provider.clientId,
      AUTH_OIDC_EXAMPLE_CLIENT_SECRET: provider.clientSecret,
      AUTH_OIDC_GOOGLE_CLIENT_ID: 'unused',
      ...env,
    },
  });
  const stop = async () => {
    await server.stop();
    await provider.close();
  };
  return { server, provider, stop };
}

/** Adds a user to the provider. Returns the subject. */
export function addProviderUser({ provider }: ProviderWorld, claims: Record<string, unknown>): string {
  const sub = randomUUID();
  provider.users.set(sub, { name: 'Ada Lovelace', ...claims });
  return sub;
}

/** The URL that begins a sign-in of a subject. */
export const departureUrl = ({ server }: ProviderWorld, subject: string, query = '') =>
  `${server.url}/auth/v1/authorize?provider=example&login_hint=${subject}${query}`;

/** Follows the flow from any of its URLs to the page at its end. */
export async function arrive({ server }: ProviderWorld, from: string): Promise<Redirect> {
  const back = await followRedirects(from, ({ pathname }) => pathname === '/auth/v1/callback');
  const query = new URLSearchParams(back.query);
  return followRedirects(`${server.url}/auth/v1/callback?${query}`, ({ origin }) => origin === HOME);
}

export const VERIFIER = 'v'.repeat(64);

/** Begins an identity link in a PKCE flow with the verifier VERIFIER. */
export const beginLink = ({ server }: ProviderWorld, token: string, subject: string, query = ''): Promise<Answer> =>
  call(
    server,
    `GET /user/identities/authorize?provider=example&login_hint=${subject}&skip_http_redirect=true&redirect_to=${HOME}/account&code_challenge=${VERIFIER}&code_challenge_method=plain${query}`,
    { token },
  );

export const exchange = ({ server }: ProviderWorld, code: string | undefined, verifier = VERIFIER): Promise<Answer> =>
  call(server, 'POST /token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } });

/** Follows an identity link to its end: a code or an error. */
export async function arriveToLink(world: ProviderWorld, token: string, subject: string): Promise<Redirect> {
  const { status, body } = await beginLink(world, token, subject);
  if (status !== 200) throw new Error(`the link answered ${status} ${JSON.stringify(body)}`);
  return arrive(world, (body as { url: string }).url);
}

/** Links a subject to the account of a session. */
export async function linkIdentity(world: ProviderWorld, token: string, subject: string): Promise<Answer> {
  const { query } = await arriveToLink(world, token, subject);
  return exchange(world, query.code);
}

/** An ID token of the provider for a subject, with the hash of the nonce. */
export async function signIdToken({ provider }: ProviderWorld, subject: string, nonce?: string): Promise<string> {
  const verifier = randomUUID() + randomUUID();
  const redirectUri = `${HOME}/auth/v1/callback`;
  const parameters = new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: 'x',
    login_hint: subject,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce && { nonce: createHash('sha256').update(nonce).digest('hex') }),
  });
  const { query } = await followRedirects(`${provider.issuer}/auth?${parameters}`, ({ origin }) => origin === HOME);
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: query.code ?? '',
      redirect_uri: redirectUri,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      code_verifier: verifier,
    }),
  });
  return ((await response.json()) as { id_token: string }).id_token;
}
