import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { addProviderUser, arrive, departureUrl, HOME, openProviderWorld } from './provider-world.ts';
import { follow, followRedirects } from './redirects.ts';
import { call, errorResponse, newEmail, openClient, readClaims, signUp, sql } from './requests.ts';

const world = setUp(openProviderWorld);

const readUser = async (token: string | undefined) => {
  const { body } = await call(world.server, 'GET /user', { token: token ?? '' });
  return body as Session['user'];
};

describe('sign-ins with a provider', () => {
  test('a sign-in with a provider creates an account with the provider’s identity (S7.51)', async () => {
    const email = newEmail();
    const subject = addProviderUser(world, { email, email_verified: true, picture: 'https://example.test/ada.png' });
    const { status, at, query, fragment } = await arrive(
      world,
      departureUrl(world, subject, `&redirect_to=${HOME}/auth`),
    );
    expect({ status, at, query }).toEqual({ status: 302, at: `${HOME}/auth`, query: {} });
    expect(fragment).toEqual({
      access_token: expect.any(String),
      expires_at: expect.any(String),
      expires_in: '3600',
      provider_token: expect.any(String),
      refresh_token: expect.any(String),
      sb: '',
      token_type: 'bearer',
    });
    expect(readClaims(fragment.access_token ?? '')).toMatchObject({ amr: [{ method: 'oauth' }], aal: 'aal1', email });
    expect(await readUser(fragment.access_token)).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'example', providers: ['example'] },
      user_metadata: { full_name: 'Ada Lovelace', avatar_url: 'https://example.test/ada.png', email_verified: true },
      identities: [{ provider: 'example', id: subject, email, identity_data: { email_verified: true, sub: subject } }],
    });
  });

  test('a sign-in with a provider returns to the same account', async () => {
    const subject = addProviderUser(world, { email: newEmail(), email_verified: true });
    const first = await readUser((await arrive(world, departureUrl(world, subject))).fragment.access_token);
    world.provider.users.set(subject, { email: newEmail(), email_verified: true, name: 'Another' });
    const second = await readUser((await arrive(world, departureUrl(world, subject))).fragment.access_token);
    expect(second.id).toBe(first.id);
    expect(second.email).toBe(first.email);
  });

  test('a sign-in with a provider creates one account for concurrent first sign-ins', async () => {
    const email = newEmail();
    const subject = addProviderUser(world, { email, email_verified: true });
    const arrivals = await Promise.all([1, 2, 3].map(() => arrive(world, departureUrl(world, subject))));
    const users = await Promise.all(arrivals.map(({ fragment }) => readUser(fragment.access_token)));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });

  test('a sign-in with a provider works in a PKCE flow through auth-js with SIGNED_IN', async () => {
    const { client, events, close } = openClient(world.server, { flowType: 'pkce' });
    const email = newEmail();
    const subject = addProviderUser(world, { email, email_verified: true });
    const { data } = await client.signInWithOAuth({
      provider: 'example' as 'google',
      options: { skipBrowserRedirect: true, queryParams: { login_hint: subject }, redirectTo: `${HOME}/auth` },
    });
    const { query, fragment } = await arrive(world, data.url ?? '');
    expect(fragment).toEqual({});
    const { data: signedIn, error } = await client.exchangeCodeForSession(query.code ?? '');
    close();
    expect(error).toBeNull();
    expect(signedIn.user?.email).toBe(email);
    expect(signedIn.session?.provider_token).toEqual(expect.any(String));
    expect(events).toContain('SIGNED_IN');
  });

  test('the providers are listed in the settings', async () => {
    expect((await call(world.server, 'GET /settings')).body).toMatchObject({
      external: { email: true, google: true, example: true },
    });
  });
});

describe('the redirect to a provider', () => {
  test('the redirect to a provider has a unique state, nonce and challenge', async () => {
    const location = async () => {
      const { headers } = await fetch(`${world.server.url}/auth/v1/authorize?provider=example&scopes=offline_access`, {
        redirect: 'manual',
      });
      return new URL(headers.get('Location') ?? '');
    };
    const [one, other] = [await location(), await location()];
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      client_id: 'leadlight',
      code_challenge_method: 'S256',
      redirect_uri: `${HOME}/auth/v1/callback`,
      scope: 'openid email profile offline_access',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.searchParams.get(name)).toMatch(/^[\w-]{36,}$/);
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    }
  });

  test.each(['', '?provider=unknown', '?provider=constructor'])(
    'the redirect to a provider is rejected with %j',
    async (query) => {
      const { status, body } = await call(world.server, `GET /authorize${query}`);
      expect({ status, body }).toEqual(
        errorResponse(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
      );
    },
  );
});

describe('rejected callbacks', () => {
  const callback = (query: string) => follow(`${world.server.url}/auth/v1/callback?${query}`);
  const begin = async (subject: string) =>
    new URLSearchParams(
      (await followRedirects(departureUrl(world, subject), ({ pathname }) => pathname === '/auth/v1/callback')).query,
    ).toString();

  test('a callback is rejected without a state, with an unknown one and with an expired one', async () => {
    expect((await callback('code=x')).query).toMatchObject({ error_code: 'bad_oauth_callback' });
    expect((await callback('code=x&state=x')).query).toMatchObject({ error_code: 'bad_oauth_state' });
    const unknown = await callback('code=x&state=00000000-0000-4000-8000-000000000000');
    expect(unknown).toMatchObject({
      status: 302,
      at: `${HOME}/`,
      query: { error: 'invalid_request', error_code: 'bad_oauth_state' },
      fragment: { error: 'invalid_request', error_code: 'bad_oauth_state' },
    });
    const late = await begin(addProviderUser(world, { email: newEmail(), email_verified: true }));
    await sql(world.server, `update auth.flow_state set created_at = now() - interval '901 seconds'`);
    expect((await callback(late)).query).toMatchObject({ error_code: 'bad_oauth_state' });
  });

  test('a callback is rejected when it is repeated', async () => {
    const back = await begin(addProviderUser(world, { email: newEmail(), email_verified: true }));
    expect((await callback(back)).fragment).toHaveProperty('access_token');
    expect((await callback(back)).query).toMatchObject({ error_code: 'flow_state_already_used' });
  });

  test('a callback is rejected with another flow’s code', async () => {
    const theirs = new URLSearchParams(
      await begin(addProviderUser(world, { email: newEmail(), email_verified: true })),
    );
    const own = new URLSearchParams(await begin(addProviderUser(world, { email: newEmail(), email_verified: true })));
    own.set('code', theirs.get('code') ?? '');
    expect((await callback(own.toString())).query).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    });
  });

  test('a callback is rejected after the user declined', async () => {
    expect((await arrive(world, departureUrl(world, 'declines'))).query).toEqual({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The user declined',
    });
  });

  test('a callback is rejected without an email', async () => {
    const { query } = await arrive(world, departureUrl(world, addProviderUser(world, {})));
    expect(query).toMatchObject({ error_code: 'validation_failed' });
  });

  test('a callback is rejected for a banned user', async () => {
    const email = newEmail();
    const subject = addProviderUser(world, { email, email_verified: true });
    await arrive(world, departureUrl(world, subject));
    await sql(world.server, `update auth.users set banned_until = now() + interval '1 day' where email = $1`, [email]);
    expect((await arrive(world, departureUrl(world, subject))).query).toMatchObject({ error_code: 'user_banned' });
  });

  test('a callback is rejected for a new user where sign-ups are disabled', async () => {
    const closed = await openProviderWorld({ AUTH_DISABLE_SIGNUP: 'true' });
    const subject = addProviderUser(closed, { email: newEmail(), email_verified: true });
    const { query } = await arrive(closed, departureUrl(closed, subject));
    await closed.stop();
    expect(query).toMatchObject({ error_code: 'signup_disabled' });
  });
});

test('an unreachable provider is logged in one line', async () => {
  const { server, stop } = await openProviderWorld({ AUTH_OIDC_EXAMPLE_ISSUER: 'http://127.0.0.1:9' });
  const { status, body } = await call(server, 'GET /authorize?provider=example');
  await stop();
  expect({ status, body }).toMatchObject({
    status: 502,
    body: { error_code: 'unexpected_failure', msg: 'The sign-in provider example does not answer' },
  });
});

test('a provider sign-in with the email of a password account links the two', async () => {
  const account = await signUp(world.server);
  const subject = addProviderUser(world, { email: account.email, email_verified: true });
  const user = await readUser((await arrive(world, departureUrl(world, subject))).fragment.access_token);
  expect(user.id).toBe(account.user.id);
  expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'example'] });
});
