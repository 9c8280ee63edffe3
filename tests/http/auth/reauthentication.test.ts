// Credentials change in a fresh session only: opened or reauthenticated within a day.
import type { Session } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { startServer } from '../../support/server.ts';
import { setUpMailingServer } from '../../support/set-up.ts';
import { codeIn } from './emails.ts';
import { factorRequests, makeCode } from './factor-requests.ts';
import { call, errorResponse, NO_LIMITS, openClient, PASSWORD, signUp, sql } from './requests.ts';

const { server, mailServer } = setUpMailingServer(NO_LIMITS);

const { ask, enrol, startChallenge, verify, protectedAccount } = factorRequests(() => server);

const age = (userId: string) =>
  sql(
    server,
    `update auth.sessions set created_at = created_at - interval '25 hours', reauthenticated_at = reauthenticated_at - interval '25 hours'
     where user_id = $1`,
    [userId],
  );

async function oldSession() {
  const account = await signUp(server);
  await age(account.user.id);
  return { ...account, token: account.session.access_token };
}

const begin = (token: string) => ask('POST /factors', token, { factor_type: 'totp', friendly_name: '' });
const show = (token: string, body: unknown) => ask('PUT /user', token, body);
const needed = (what: string) => errorResponse(400, 'reauthentication_needed', `${what} requires reauthentication`);

describe('enrollment of a second factor', () => {
  test('a second factor is enrolled in a session younger than a day', async () => {
    const { session } = await signUp(server);
    expect((await begin(session.access_token)).status).toBe(200);
  });

  test('a second factor is enrolled in an older session after the password was entered', async () => {
    const { token, user } = await oldSession();
    expect(await begin(token)).toEqual(needed('Enrolling a factor'));
    expect(await show(token, { current_password: 'wrong password' })).toEqual(
      errorResponse(400, 'current_password_invalid', 'Current password is incorrect'),
    );
    expect(await begin(token)).toEqual(needed('Enrolling a factor'));
    expect(await sql(server, 'select from auth.mfa_factors where user_id = $1', [user.id])).toEqual([]);
    expect((await show(token, { current_password: PASSWORD })).status).toBe(200);
    expect((await begin(token)).status).toBe(200);
  });

  test('a second factor is enrolled in an older session after an emailed code was entered, which works once', async () => {
    const { token, email, user } = await oldSession();
    await ask('GET /reauthenticate', token);
    const nonce = codeIn(await mailServer.waitForEmail(email));
    expect((await show(token, { nonce: nonce === '000000' ? '000001' : '000000' })).body).toMatchObject({
      error_code: 'reauthentication_not_valid',
    });
    expect(await begin(token)).toEqual(needed('Enrolling a factor'));
    expect((await show(token, { nonce })).status).toBe(200);
    const factor = await enrol(token);
    await age(user.id);
    expect((await show(token, { nonce })).status).toBe(422);
    const challenge_id = await startChallenge(token, factor.id);
    const code = makeCode(factor.totp.secret);
    expect(await ask(`POST /factors/${factor.id}/verify`, token, { challenge_id, code })).toEqual(
      needed('Enrolling a factor'),
    );
  });

  test('a second factor is enrolled through auth-js after a reauthentication', async () => {
    const { client, close } = openClient(server);
    const account = await signUp(server);
    await client.signInWithPassword(account);
    await age(account.user.id);
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'reauthentication_needed' });
    expect((await client.updateUser({ current_password: account.password })).error).toBeNull();
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const { error } = await client.mfa.challengeAndVerify({
      factorId: data?.id ?? '',
      code: makeCode(data?.totp.secret ?? ''),
    });
    close();
    expect(error).toBeNull();
  });

  test('a second factor is enrolled in any session if AUTH_SECURE_PASSWORD_CHANGE is off', async () => {
    const lax = await startServer({ env: { ...NO_LIMITS, AUTH_SECURE_PASSWORD_CHANGE: 'false' } });
    const { session } = await signUp(lax);
    await sql(lax, `update auth.sessions set created_at = now() - interval '25 hours'`);
    const { status } = await call(lax, 'POST /factors', {
      token: session.access_token,
      body: { factor_type: 'totp' },
    });
    await lax.stop();
    expect(status).toBe(200);
  });
});

test('a verified factor raises an old session without reauthentication', async () => {
  const { session, factor, account } = await protectedAccount();
  await age(account.user.id);
  expect((await verify(session.access_token, factor, 1)).status).toBe(200);
});

test('a verified second factor is removed in a fresh session only', async () => {
  const { session, factor, account } = await protectedAccount();
  await age(account.user.id);
  const token = session.access_token;
  expect(await ask(`DELETE /factors/${factor.id}`, token)).toEqual(needed('Unenrolling a factor'));
  await show(token, { current_password: PASSWORD });
  expect((await ask(`DELETE /factors/${factor.id}`, token)).status).toBe(200);
});

test('a reauthentication also allows a new password, and lasts a day', async () => {
  const { token, user } = await oldSession();
  await show(token, { current_password: PASSWORD });
  expect((await show(token, { password: 'a newer password' })).status).toBe(200);
  await age(user.id);
  expect(await show(token, { password: 'the newest password' })).toEqual(needed('Password update'));
});

test('a reauthentication makes only its own session fresh', async () => {
  const account = await oldSession();
  const { body } = await call(server, 'POST /token?grant_type=password', { body: account });
  await age(account.user.id);
  await show((body as Session).access_token, { current_password: PASSWORD });
  expect(await begin(account.token)).toEqual(needed('Enrolling a factor'));
});
