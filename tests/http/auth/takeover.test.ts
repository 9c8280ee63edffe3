// Eve signs up with Ada's email, before or after Ada signs in with a provider or by email. In every order the account is Ada's alone.
import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUp, setUpMailServer } from '../../support/set-up.ts';
import { codeIn } from './emails.ts';
import {
  addProviderUser,
  arrive,
  departureUrl,
  linkIdentity,
  openProviderWorld,
  type ProviderWorld,
} from './provider-world.ts';
import { call, newEmail, PASSWORD, refresh, signIn, signUp, sql } from './requests.ts';

const mailServer = setUpMailServer();
const atOnce = setUp(() => openProviderWorld({ SMTP_URL: mailServer.url }));
const withConfirmation = setUp(() => openProviderWorld({ SMTP_URL: mailServer.url, AUTH_CONFIRM_EMAIL: 'true' }));

const adaComes = async (world: ProviderWorld, email: string) =>
  arrive(world, departureUrl(world, addProviderUser(world, { email, email_verified: true })));

const readUser = async (world: ProviderWorld, token: string | undefined) =>
  (await call(world.server, 'GET /user', { token: token ?? '' })).body as Session['user'];

describe('accounts after Eve’s sign-up, without confirmation', () => {
  test('Ada’s provider sign-in removes Eve’s password, sessions and identities', async () => {
    const eve = await signUp(atOnce.server);
    const evesProvider = addProviderUser(atOnce, { email: newEmail(), email_verified: true });
    const { body: linked } = await linkIdentity(atOnce, eve.session.access_token, evesProvider);
    expect((linked as Session).user.identities).toHaveLength(2);

    const ada = await readUser(atOnce, (await adaComes(atOnce, eve.email)).fragment.access_token);
    expect(ada.id).toBe(eve.user.id);
    expect(ada.identities?.map(({ provider, identity_data }) => [provider, identity_data?.email]).sort()).toEqual([
      ['email', eve.email],
      ['example', eve.email],
    ]);
    expect((await signIn(atOnce.server, eve)).status).toBe(400);
    expect((await refresh(atOnce.server, eve.session.refresh_token)).status).toBe(400);
    expect((await call(atOnce.server, 'GET /user', { token: eve.session.access_token })).status).toBe(403);
    const back = await arrive(atOnce, departureUrl(atOnce, evesProvider));
    expect((await readUser(atOnce, back.fragment.access_token)).id).not.toBe(ada.id);
  });

  test('Ada’s provider sign-in cancels Eve’s pending email change', async () => {
    const eve = await signUp(atOnce.server);
    const theirs = newEmail();
    await call(atOnce.server, 'PUT /user', { token: eve.session.access_token, body: { email: theirs } });
    const token = codeIn(await mailServer.waitForEmail(theirs));
    await adaComes(atOnce, eve.email);
    const { body } = await call(atOnce.server, 'POST /verify', {
      body: { type: 'email_change', email: theirs, token },
    });
    expect(body).toMatchObject({ error_code: 'otp_expired' });
  });

  test('a password that Ada set by email survives her later provider sign-in', async () => {
    const { email } = await signUp(atOnce.server);
    await call(atOnce.server, 'POST /recover', { body: { email } });
    const token = codeIn(await mailServer.waitForEmail(email));
    const { body } = await call(atOnce.server, 'POST /verify', { body: { type: 'recovery', email, token } });
    const { access_token } = body as Session;
    await call(atOnce.server, 'PUT /user', { token: access_token, body: { password: 'the password of ada' } });
    await adaComes(atOnce, email);
    expect((await signIn(atOnce.server, { email, password: 'the password of ada' })).status).toBe(200);
  });

  test('a provider that has not verified the email does not link to the account', async () => {
    const ada = await signUp(atOnce.server);
    const eve = addProviderUser(atOnce, { email: ada.email, email_verified: false });
    expect((await arrive(atOnce, departureUrl(atOnce, eve))).query).toMatchObject({ error_code: 'email_exists' });
    expect((await readUser(atOnce, ada.session.access_token)).identities).toHaveLength(1);
  });

  test('an account created by such a provider passes to Ada without Eve’s identity', async () => {
    const email = newEmail();
    const eve = addProviderUser(atOnce, { email, email_verified: false });
    const evesToken = (await arrive(atOnce, departureUrl(atOnce, eve))).fragment.access_token;
    const adas = await readUser(atOnce, (await adaComes(atOnce, email)).fragment.access_token);
    expect(adas.identities).toHaveLength(1);
    expect((await call(atOnce.server, 'GET /user', { token: evesToken ?? '' })).status).toBe(403);
    expect((await arrive(atOnce, departureUrl(atOnce, eve))).query).toMatchObject({ error_code: 'email_exists' });
  });
});

describe('accounts after Eve’s sign-up, with confirmation', () => {
  const signUpAs = (email: string, password: string) =>
    call(withConfirmation.server, 'POST /signup', { body: { email, password } });

  test('Ada’s provider sign-in invalidates Eve’s password and email', async () => {
    const email = newEmail();
    await signUpAs(email, 'the password of eve');
    const token = codeIn(await mailServer.waitForEmail(email));
    const ada = await readUser(withConfirmation, (await adaComes(withConfirmation, email)).fragment.access_token);
    expect(ada.email_confirmed_at).toEqual(expect.any(String));
    expect((await signIn(withConfirmation.server, { email, password: 'the password of eve' })).status).toBe(400);
    const late = await call(withConfirmation.server, 'POST /verify', { body: { type: 'signup', email, token } });
    expect(late.body).toMatchObject({ error_code: 'otp_expired' });
  });

  test('Ada’s recovery by email removes Eve’s password', async () => {
    const email = newEmail();
    await signUpAs(email, 'the password of eve');
    await mailServer.waitForEmail(email);
    await call(withConfirmation.server, 'POST /recover', { body: { email } });
    const token = codeIn(await mailServer.waitForEmail(email, 2));
    const { status } = await call(withConfirmation.server, 'POST /verify', {
      body: { type: 'recovery', email, token },
    });
    expect(status).toBe(200);
    expect((await signIn(withConfirmation.server, { email, password: 'the password of eve' })).status).toBe(400);
  });

  test('a provider that has not verified the email requires Ada’s confirmation', async () => {
    const email = newEmail();
    const eve = addProviderUser(withConfirmation, { email, email_verified: false });
    const { query, fragment } = await arrive(withConfirmation, departureUrl(withConfirmation, eve));
    expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' });
    expect(fragment).not.toHaveProperty('access_token');
    await mailServer.waitForEmail(email);
    expect((await arrive(withConfirmation, departureUrl(withConfirmation, eve))).query).toMatchObject({
      error_code: 'provider_email_needs_verification',
    });
    const ada = await readUser(withConfirmation, (await adaComes(withConfirmation, email)).fragment.access_token);
    expect(ada.identities?.map(({ id }) => id)).not.toContain(eve);
  });
});

describe('accounts after Ada’s provider sign-in', () => {
  test('Eve’s sign-up is rejected', async () => {
    const email = newEmail();
    await adaComes(atOnce, email);
    const { body } = await call(atOnce.server, 'POST /signup', { body: { email, password: PASSWORD } });
    expect(body).toMatchObject({ error_code: 'user_already_exists' });
    expect((await signIn(atOnce.server, { email, password: PASSWORD })).status).toBe(400);
  });

  test('Eve’s sign-up with confirmation changes nothing', async () => {
    const email = newEmail();
    await adaComes(withConfirmation, email);
    const { status } = await call(withConfirmation.server, 'POST /signup', { body: { email, password: PASSWORD } });
    expect(status).toBe(200);
    expect((await mailServer.waitForEmail(email)).subject).toBe('You already have an account');
    expect((await signIn(withConfirmation.server, { email, password: PASSWORD })).status).toBe(400);
    const stored = await sql(withConfirmation.server, 'select encrypted_password from auth.users where email = $1', [
      email,
    ]);
    expect(stored).toEqual([{ encrypted_password: null }]);
  });
});
