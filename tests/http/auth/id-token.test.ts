import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../support/set-up.ts';
import { addProviderUser, openProviderWorld, signIdToken } from './provider-world.ts';
import { call, errorResponse, newEmail, openClient, readClaims, signUp } from './requests.ts';

const world = setUp(openProviderWorld);
const other = setUp(() => openProviderWorld({ AUTH_OIDC_EXAMPLE_CLIENT_ID: 'another client' }));

const trade = async (body: unknown, at = world, token?: string) => {
  const answer = await call(at.server, 'POST /token?grant_type=id_token', { body, ...(token && { token }) });
  return { status: answer.status, body: answer.body };
};
const newSubject = (at = world) => addProviderUser(at, { email: newEmail(), email_verified: true });
const inWords = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } });

test('an ID token signs in (S7.50)', async () => {
  const sub = newSubject();
  const id_token = await signIdToken(world, sub);
  const { status, body } = await trade({ provider: 'example', id_token });
  const session = body as Session;
  expect(status).toBe(200);
  expect(session.user).toMatchObject({ identities: [{ provider: 'example', id: sub }] });
  expect(readClaims(session.access_token)).toMatchObject({ amr: [{ method: 'oauth' }] });
  const { clientId, issuer } = world.provider;
  const again = await trade({ client_id: clientId, issuer, id_token: await signIdToken(world, sub) });
  expect((again.body as Session).user.id).toBe(session.user.id);
});

test('an ID token with a nonce signs in through auth-js', async () => {
  const { client, events, close } = openClient(world.server);
  const token = await signIdToken(world, newSubject(), 'made up');
  const { data, error } = await client.signInWithIdToken({ provider: 'example', token, nonce: 'made up' });
  close();
  expect(error).toBeNull();
  expect(data.user?.email).toEqual(expect.any(String));
  expect(events).toContain('SIGNED_IN');
});

test('an ID token links the identity to the session’s account', async () => {
  const account = await signUp(world.server);
  const sub = newSubject();
  const id_token = await signIdToken(world, sub);
  const { status, body } = await trade(
    { provider: 'example', id_token, link_identity: true },
    world,
    account.session.access_token,
  );
  expect(status).toBe(200);
  expect((body as Session).user).toMatchObject({ id: account.user.id, email: account.email });
  expect((body as Session).user.identities?.map(({ provider }) => provider)).toEqual(['email', 'example']);
  const anonymous = await trade({ provider: 'example', id_token, link_identity: true });
  expect(anonymous.body).toMatchObject({ error_code: 'no_authorization' });
  const again = await trade(
    { provider: 'example', id_token, link_identity: true },
    world,
    account.session.access_token,
  );
  expect(again).toEqual(errorResponse(422, 'identity_already_exists', 'Identity is already linked'));
});

describe('rejected ID tokens', () => {
  test.each([
    [{}, inWords('invalid request', 'id_token required')],
    [{ id_token: 'x' }, inWords('invalid request', 'provider or client_id and issuer required')],
    [
      { id_token: 'x', provider: 'apple' },
      errorResponse(400, 'provider_disabled', 'Provider (issuer "apple") is not enabled'),
    ],
    [
      { id_token: 'x', client_id: 'x', issuer: 'https://id.example.test' },
      errorResponse(400, 'provider_disabled', 'Provider (issuer "https://id.example.test") is not enabled'),
    ],
    [
      { id_token: 'x', provider: 'custom:acme' },
      errorResponse(400, 'validation_failed', 'Custom OIDC provider "custom:acme" not allowed'),
    ],
    [{ id_token: 'x', provider: 'example' }, inWords('invalid request', 'Bad ID token')],
  ])('an ID token is rejected for %j', async (body, as) => {
    expect(await trade(body)).toEqual(as);
  });

  test('an ID token signed by another provider is rejected', async () => {
    const id_token = await signIdToken(world, newSubject());
    const sealed = id_token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...readClaims(id_token), sub: 'eve' })).toString('base64url');
    expect(await trade({ provider: 'example', id_token: [sealed[0], forged, sealed[2]].join('.') })).toEqual(
      inWords('invalid request', 'Bad ID token'),
    );
  });

  test('an ID token is rejected for another client', async () => {
    const { provider } = other;
    const id_token = await signIdToken(other, newSubject(other));
    expect(provider.clientId).toBe('leadlight');
    expect(await trade({ provider: 'example', id_token }, other)).toEqual(
      inWords('invalid request', 'Unacceptable audience in id_token: [leadlight]'),
    );
  });

  test('an ID token with a missing, unexpected or wrong nonce is rejected', async () => {
    const both = inWords('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.');
    const sub = newSubject();
    expect(await trade({ provider: 'example', id_token: await signIdToken(world, sub), nonce: 'x' })).toEqual(both);
    const held = await signIdToken(world, sub, 'made up');
    expect(await trade({ provider: 'example', id_token: held })).toEqual(both);
    expect(await trade({ provider: 'example', id_token: held, nonce: 'another' })).toEqual(
      inWords('invalid nonce', 'Nonces mismatch'),
    );
  });
});
