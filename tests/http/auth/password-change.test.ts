import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { setUp, setUpMailingServer } from '../../support/set-up.ts';
import { codeIn } from './emails.ts';
import { type Account, call, errorResponse, NO_LIMITS, openClient, PASSWORD, signIn, signUp, sql } from './requests.ts';

const LIMITS = { ...NO_LIMITS, AUTH_RATE_CODE: '3' };
const { server, mailServer } = setUpMailingServer(LIMITS);
const strict = setUp(() =>
  startServer({ env: { ...LIMITS, AUTH_REQUIRE_CURRENT_PASSWORD: 'true', SMTP_URL: mailServer.url } }),
);

const change = async (at: TestServer, token: string, body: unknown) => {
  const answer = await call(at, 'PUT /user', { token, body });
  return { status: answer.status, body: answer.body };
};
const isChanged = async (account: Account) =>
  (await signIn(server, { ...account, password: 'a newer password' })).status === 200;

async function accountWithOldSession(): Promise<Account & { token: string }> {
  const account = await signUp(server);
  await sql(server, `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`, [
    account.user.id,
  ]);
  return { ...account, token: account.session.access_token };
}

async function readNonce({ email }: Account, token: string, count = 1): Promise<string> {
  expect((await call(server, 'GET /reauthenticate', { token })).body).toEqual({});
  return codeIn(await mailServer.waitForEmail(email, count));
}

const needed = errorResponse(400, 'reauthentication_needed', 'Password update requires reauthentication');
const notValid = errorResponse(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');

describe('new passwords in a session older than a day', () => {
  test('in a session older than a day, a new password requires reauthentication', async () => {
    const { token } = await accountWithOldSession();
    expect(await change(server, token, { password: 'a newer password' })).toEqual(needed);
    expect((await change(server, token, { data: { full_name: 'Ada' } })).status).toBe(200);
  });

  test('in a session older than a day, a new password is set with the current one', async () => {
    const account = await accountWithOldSession();
    const body = { password: 'a newer password', current_password: PASSWORD };
    expect((await change(server, account.token, body)).status).toBe(200);
    expect(await isChanged(account)).toBe(true);
  });

  test('in a session older than a day, a new password is set with an emailed code, once (S7.44)', async () => {
    const account = await accountWithOldSession();
    const nonce = await readNonce(account, account.token);
    const { status, body } = await change(server, account.token, { password: 'a newer password', nonce });
    expect(status).toBe(200);
    expect(body).toMatchObject({ reauthentication_sent_at: expect.any(String) });
    expect(await isChanged(account)).toBe(true);
    expect(await change(server, account.token, { password: 'the newest password', nonce })).toEqual(notValid);
  });

  test('in a session older than a day, a new password is rejected with a wrong code, an expired one or another user’s', async () => {
    const account = await accountWithOldSession();
    const other = await accountWithOldSession();
    const nonce = await readNonce(account, account.token);
    expect(await change(server, other.token, { password: 'a newer password', nonce })).toEqual(notValid);
    expect(await change(server, account.token, { password: 'a newer password', nonce: '12345' })).toEqual(notValid);
    await sql(server, `update auth.one_time_tokens set created_at = created_at - interval '61 minutes'`);
    expect(await change(server, account.token, { password: 'a newer password', nonce })).toEqual(notValid);
    expect(await isChanged(account)).toBe(false);
  });

  test('one session can try two of an account’s three wrong codes per hour', async () => {
    const account = await accountWithOldSession();
    const nonce = await readNonce(account, account.token);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await change(server, account.token, { password: 'a newer password', nonce: 'guess' })).toEqual(notValid);
    }
    expect(await change(server, account.token, { password: 'a newer password', nonce })).toEqual(
      errorResponse(429, 'over_request_rate_limit', 'Request rate limit reached'),
    );
  });

  test('in a session older than a day, a new password is set with a code even after another client’s wrong codes for the email', async () => {
    const account = await accountWithOldSession();
    const nonce = await readNonce(account, account.token);
    const guess = { type: 'recovery', email: account.email, token: 'guess' };
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await call(server, 'POST /verify', { body: guess })).status);
    expect(statuses).toEqual([403, 403, 429]);
    expect((await change(server, account.token, { password: 'a newer password', nonce })).status).toBe(200);
  });

  test('a reauthentication through auth-js allows a new password in a session older than a day', async () => {
    const account = await signUp(server);
    const { client, events, close } = openClient(server);
    await client.signInWithPassword(account);
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn(await mailServer.waitForEmail(account.email));
    const { error } = await client.updateUser({ password: 'a newer password', nonce });
    close();
    expect(error).toBeNull();
    expect(events).toContain('USER_UPDATED');
  });
});

describe('passwords where the current one is always required', () => {
  test('a new password requires the current one where it is always required', async () => {
    const { session } = await signUp(strict);
    expect(await change(strict, session.access_token, { password: 'a newer password' })).toEqual(
      errorResponse(400, 'current_password_required', 'Current password required when setting new password.'),
    );
    const body = { password: 'a newer password', current_password: PASSWORD };
    expect((await change(strict, session.access_token, body)).status).toBe(200);
  });

  test('a recovery does not require the current password', async () => {
    const { email } = await signUp(strict);
    const recover = async (count: number) => {
      await call(strict, 'POST /recover', { body: { email } });
      const token = codeIn(await mailServer.waitForEmail(email, count));
      const { body } = await call(strict, 'POST /verify', { body: { type: 'recovery', email, token } });
      return (body as Session).access_token;
    };
    expect((await change(strict, await recover(1), { password: 'a newer password' })).status).toBe(200);
    expect((await change(strict, await recover(2), { password: 'the newest password' })).status).toBe(200);
  });
});

describe('reauthentication codes', () => {
  test('a reauthentication code requires a session', async () => {
    expect((await call(server, 'GET /reauthenticate')).body).toMatchObject({ error_code: 'no_authorization' });
  });

  test('a reauthentication code requires a confirmed email', async () => {
    const account = await signUp(server);
    const ask = async () => {
      const { status, body } = await call(server, 'GET /reauthenticate', { token: account.session.access_token });
      return { status, body };
    };
    await sql(server, 'update auth.users set email_confirmed_at = null where id = $1', [account.user.id]);
    expect(await ask()).toEqual(errorResponse(422, 'email_not_confirmed', 'Please verify your email first.'));
    await sql(server, 'update auth.users set email = null where id = $1', [account.user.id]);
    expect(await ask()).toEqual(
      errorResponse(400, 'validation_failed', 'Reauthentication requires the user to have an email or a phone number'),
    );
  });
});
