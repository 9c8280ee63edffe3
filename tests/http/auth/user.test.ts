import { describe, expect, inject, test } from 'vitest';
import {
  call,
  errorResponse,
  furtherSession,
  newEmail,
  openClient,
  PASSWORD,
  readClaims,
  refresh,
  signIn,
  signUp,
  sql,
} from './requests.ts';

const server = inject('server');

async function change(token: string, body: unknown) {
  const answer = await call(server, 'PUT /user', { token, body });
  return { status: answer.status, body: answer.body };
}

describe('reads of the user', () => {
  test('reading the user returns what the sign-up returned (S7.46)', async () => {
    const { session, user } = await signUp(server);
    const { status, body } = await call(server, 'GET /user', { token: session.access_token });
    expect(status).toBe(200);
    expect(body).toEqual(user);
  });

  test('reading the user rejects another audience than the token’s', async () => {
    const { session } = await signUp(server);
    const ask = (audience: string) =>
      call(server, 'GET /user', { token: session.access_token, headers: { 'X-JWT-AUD': audience } });
    expect((await ask('authenticated')).status).toBe(200);
    const { status, body } = await ask('another audience');
    expect({ status, body }).toEqual(
      errorResponse(400, 'validation_failed', "Token audience doesn't match request audience"),
    );
  });

  test('reading the user works through auth-js (S7.41)', async () => {
    const { client, close } = openClient(server);
    const account = await signUp(server);
    await client.signInWithPassword(account);
    const { data } = await client.getUser();
    close();
    expect(data.user?.id).toBe(account.user.id);
  });
});

describe('changes of the metadata', () => {
  test('changing the metadata merges key by key, and null removes a key', async () => {
    const { session, user } = await signUp(server);
    const token = session.access_token;
    await change(token, { data: { full_name: 'Ada', theme: 'dark' } });
    const { status, body } = await change(token, { data: { full_name: 'Ada Lovelace', theme: null, nothing: null } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, user_metadata: { ...user.user_metadata, full_name: 'Ada Lovelace' } });
    expect(body).not.toHaveProperty('user_metadata.theme');
    expect(body).not.toHaveProperty('user_metadata.nothing');
  });

  test('changing the metadata does not change the identity', async () => {
    const { session } = await signUp(server);
    const { body } = await change(session.access_token, { data: { email_verified: true } });
    expect(body).toMatchObject({ identities: [{ identity_data: { email_verified: false } }] });
  });

  test('changing the metadata cannot change app_metadata', async () => {
    const { session, user } = await signUp(server);
    expect(await change(session.access_token, { app_metadata: { role: 'admin' } })).toEqual(
      errorResponse(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
    );
    const { status, body } = await change(session.access_token, { app_metadata: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ app_metadata: user.app_metadata });
  });

  test('changing the metadata works through auth-js with USER_UPDATED (S7.47)', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    await client.signInWithPassword(await signUp(server));
    const { data, error } = await client.updateUser({ data: { full_name: 'Grace Hopper' } });
    close();
    expect(error).toBeNull();
    expect(data.user?.user_metadata.full_name).toBe('Grace Hopper');
    expect(events).toContain('USER_UPDATED');
  });
});

describe('changes of the password', () => {
  test('changing the password allows sign-ins with the new one only', async () => {
    const account = await signUp(server);
    expect((await change(account.session.access_token, { password: 'a newer password' })).status).toBe(200);
    expect((await signIn(server, { ...account, password: 'a newer password' })).status).toBe(200);
    expect((await signIn(server, account)).status).toBe(400);
  });

  test('changing the password ends all other sessions', async () => {
    const account = await signUp(server);
    const other = await furtherSession(server, account);
    await change(account.session.access_token, { password: 'a newer password' });
    expect((await call(server, 'GET /user', { token: account.session.access_token })).status).toBe(200);
    expect((await refresh(server, account.session.refresh_token)).status).toBe(200);
    const { status, body } = await call(server, 'GET /user', { token: other.access_token });
    expect({ status, body }).toEqual(
      errorResponse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
    );
    expect((await refresh(server, other.refresh_token)).status).toBe(400);
  });

  test('changing the password rejects a wrong current password', async () => {
    const { session } = await signUp(server);
    const token = session.access_token;
    expect(await change(token, { password: 'a newer password', current_password: 'wrong password' })).toEqual(
      errorResponse(400, 'current_password_invalid', 'Current password is incorrect'),
    );
    expect((await change(token, { password: 'a newer password', current_password: PASSWORD })).status).toBe(200);
  });

  test.each([
    [PASSWORD, errorResponse(422, 'same_password', 'New password should be different from the old password.')],
    ['x'.repeat(73), errorResponse(400, 'validation_failed', 'Password cannot be longer than 72 characters')],
  ])('changing the password rejects %j', async (password, as) => {
    const { session } = await signUp(server);
    expect(await change(session.access_token, { password })).toEqual(as);
  });

  test.each(['', 'short'])('changing the password rejects the weak password %j', async (password) => {
    const { session } = await signUp(server);
    const { status, body } = await change(session.access_token, { password });
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
  });
});

describe('changes of the email and the phone', () => {
  test('the email and the phone may be sent unchanged', async () => {
    const { session, email } = await signUp(server);
    expect((await change(session.access_token, { email: email.toUpperCase(), phone: '' })).status).toBe(200);
  });

  test.each([
    [{ email: 'invalid' }, errorResponse(400, 'validation_failed', 'Unable to validate email address: invalid format')],
    [{ phone: '4915112345678' }, errorResponse(400, 'phone_provider_disabled', 'Phone logins are disabled')],
  ])('the email and the phone cannot be changed by %j', async (body, as) => {
    const { session } = await signUp(server);
    expect(await change(session.access_token, body)).toEqual(as);
  });
});

test('the profile gets the name of the sign-up', async () => {
  const { body } = await call(server, 'POST /signup', {
    body: { email: newEmail(), password: PASSWORD, data: { full_name: 'Ada Lovelace' } },
  });
  const { access_token: token } = body as { access_token: string };
  const rows = await sql(server, 'select full_name from public.profiles where id = $1', [readClaims(token).sub]);
  expect(rows).toEqual([{ full_name: 'Ada Lovelace' }]);
});
