import { createHash } from 'node:crypto';
import type { Session, User } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUpMailingServer } from '../../support/set-up.ts';
import { toolOutput } from '../../support/tool.ts';
import { codeIn, linkIn } from './emails.ts';
import { follow } from './redirects.ts';
import { call, errorResponse, NO_LIMITS, newEmail, openClient, PASSWORD, readClaims, signIn, sql } from './requests.ts';

const { server, mailServer } = setUpMailingServer({ ...NO_LIMITS, AUTH_CONFIRM_EMAIL: 'true' });

const expired = errorResponse(403, 'otp_expired', 'Token has expired or is invalid');
const linkExpired = errorResponse(403, 'otp_expired', 'Email link is invalid or has expired');

async function post(path: string, body: unknown) {
  const answer = await call(server, `POST ${path}`, { body });
  return { status: answer.status, body: answer.body };
}

async function signUp(email = newEmail(), password = PASSWORD) {
  const { status, body } = await post('/signup', { email, password, data: { full_name: 'Ada' } });
  if (status !== 200) throw new Error(`sign-up answered ${status} ${JSON.stringify(body)}`);
  return { email, user: body as User };
}

describe('unconfirmed sign-ups', () => {
  test('an unconfirmed sign-up returns the user without a session (S5.16)', async () => {
    const { user, email } = await signUp();
    expect(user).toMatchObject({
      email,
      role: 'authenticated',
      confirmation_sent_at: expect.any(String),
      identities: [{ provider: 'email', identity_data: { email_verified: false } }],
    });
    expect(user).not.toHaveProperty('email_confirmed_at');
    expect(user).not.toHaveProperty('access_token');
  });

  test('an unconfirmed sign-up does not allow a sign-in, and only the right password reveals why', async () => {
    const { email } = await signUp();
    expect((await signIn(server, { email, password: 'wrong password' })).body).toMatchObject({
      error_code: 'invalid_credentials',
    });
    const { status, body } = await signIn(server, { email, password: PASSWORD });
    expect({ status, body }).toEqual(errorResponse(400, 'email_not_confirmed', 'Email not confirmed'));
  });

  test('an unconfirmed sign-up is confirmed by its code, once', async () => {
    const { email, user } = await signUp();
    const token = codeIn(await mailServer.waitForEmail(email));
    const { status, body } = await post('/verify', { type: 'signup', email: email.toUpperCase(), token });
    const session = body as Session;
    expect(status).toBe(200);
    expect(session.user).toMatchObject({ id: user.id, user_metadata: { email_verified: true, full_name: 'Ada' } });
    expect(session.user.email_confirmed_at).toEqual(expect.any(String));
    expect(session.user.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
    expect(readClaims(session.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
    expect(await post('/verify', { type: 'signup', email, token })).toEqual(expired);
    expect((await signIn(server, { email, password: PASSWORD })).status).toBe(200);
  });

  test('an unconfirmed sign-up is confirmed by its link, once', async () => {
    const { email } = await signUp();
    const link = linkIn(await mailServer.waitForEmail(email));
    const { status, at, fragment } = await follow(link);
    expect({ status, at }).toEqual({ status: 303, at: `http://localhost:${new URL(server.url).port}/` });
    expect(fragment).toEqual({
      access_token: expect.any(String),
      expires_at: expect.stringMatching(/^\d+$/),
      expires_in: '3600',
      refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
      sb: '',
      token_type: 'bearer',
      type: 'signup',
    });
    expect((await follow(link)).fragment).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('an unconfirmed sign-up is confirmed by one of several concurrent requests', async () => {
    const { email } = await signUp();
    const link = linkIn(await mailServer.waitForEmail(email));
    const hash = link.searchParams.get('token') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post('/verify', { type: 'email', token_hash: hash })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403]);
  });

  test('an unconfirmed sign-up stores a token that cannot be guessed from its hash', async () => {
    const { email, user } = await signUp();
    const message = await mailServer.waitForEmail(email);
    const hash = linkIn(message).searchParams.get('token');
    const rows = await sql(server, 'select token_hash, relates_to from auth.one_time_tokens where user_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ token_hash: hash, relates_to: email }]);
    expect(hash).toMatch(/^[0-9a-f]{56}$/);
    expect(hash).not.toBe(
      createHash('sha224')
        .update(`${email}${codeIn(message)}`)
        .digest('hex'),
    );
  });

  test('an unconfirmed sign-up cannot be confirmed after the token’s expiry', async () => {
    const { email, user } = await signUp();
    const message = await mailServer.waitForEmail(email);
    await sql(
      server,
      `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where user_id = $1`,
      [user.id],
    );
    expect(await post('/verify', { type: 'signup', email, token: codeIn(message) })).toEqual(expired);
    const token_hash = linkIn(message).searchParams.get('token');
    expect(await post('/verify', { type: 'signup', token_hash })).toEqual(linkExpired);
  });

  test('an unconfirmed sign-up is confirmed through auth-js with SIGNED_IN', async () => {
    const { client, events, close } = openClient(server);
    const email = newEmail();
    const { data } = await client.signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    const { error } = await client.verifyOtp({
      type: 'signup',
      email,
      token: codeIn(await mailServer.waitForEmail(email)),
    });
    close();
    expect(error).toBeNull();
    expect(events).toContain('SIGNED_IN');
  });
});

describe('sign-ups with a taken email', () => {
  /** The account's rows, which a sign-up of a stranger must not change. */
  const stored = (id: string) =>
    sql(
      server,
      `select encrypted_password, raw_user_meta_data, raw_app_meta_data, email_confirmed_at,
         (select json_agg(identity) from auth.identities identity where user_id = account.id) as identities
       from auth.users account where id = $1`,
      [id],
    );

  /** Ids and times, which differ, by their form. */
  const maskIds = (body: unknown, email: string) =>
    JSON.stringify(body)
      .replaceAll(email, '<email>')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');

  const pending = async () => {
    const { email, user } = await signUp();
    await mailServer.waitForEmail(email);
    return { email, id: user.id };
  };
  const confirmed = async () => {
    const { email, id } = await pending();
    const token = codeIn(await mailServer.waitForEmail(email));
    await post('/verify', { type: 'signup', email, token });
    return { email, id };
  };
  const banned = async () => {
    const account = await confirmed();
    await sql(server, `update auth.users set banned_until = now() + interval '1 day' where id = $1`, [account.id]);
    return account;
  };
  const invited = async () => {
    const email = newEmail();
    const token = await toolOutput('service-key', server.databaseUrl);
    const { body } = await call(server, 'POST /invite', { token, body: { email, data: { team: 'secret' } } });
    return { email, id: (body as User).id };
  };

  test.each([
    ['a pending', pending],
    ['a confirmed', confirmed],
    ['a banned', banned],
    ['an invited', invited],
  ])(
    'a sign-up with the email of %s account gets the response of a new one and changes nothing',
    async (_, account) => {
      const { email, id } = await account();
      const before = await stored(id);
      expect(before).toHaveLength(1);
      const free = newEmail();
      const data = { full_name: 'Eve' };
      const [known, unknown] = [
        await call(server, 'POST /signup', { body: { email, password: 'another password', data } }),
        await call(server, 'POST /signup', { body: { email: free, password: 'another password', data } }),
      ];
      expect([known.status, unknown.status]).toEqual([200, 200]);
      expect(maskIds(known.body, email)).toBe(maskIds(unknown.body, free));
      expect(maskIds(known.body, email)).toContain('"identities":[{"identity_id":"<id>"');
      expect(JSON.stringify(known.body)).not.toContain(id);
      await mailServer.waitForEmail(free);
      expect(await stored(id)).toEqual(before);
    },
  );

  test('a sign-up with a confirmed email sends an email that says so, without a link that signs in', async () => {
    const { email } = await confirmed();
    const page = `http://localhost:${new URL(server.url).port}/invite/abc`;
    await post(`/signup?redirect_to=${encodeURIComponent(page)}`, { email, password: 'another password' });
    const { subject, text } = await mailServer.waitForEmail(email, 2);
    expect(subject).toBe('You already have an account');
    expect(text).toContain(`Open Leadlight: ${page}\n`);
    expect(text).not.toMatch(/verify|^\d{6}$/m);
    expect((await signIn(server, { email, password: PASSWORD })).status).toBe(200);
  });

  test('a sign-up with the email of a banned account sends no email', async () => {
    const { email } = await banned();
    await signUp(email);
    await mailServer.waitForEmail((await signUp()).email);
    expect(mailServer.emailsTo(email)).toHaveLength(1);
  });

  test('a second sign-up with the same password before the confirmation invalidates the first email', async () => {
    const { email } = await signUp();
    const first = linkIn(await mailServer.waitForEmail(email)).searchParams.get('token');
    await signUp(email);
    const second = codeIn(await mailServer.waitForEmail(email, 2));
    expect(await post('/verify', { type: 'signup', token_hash: first })).toEqual(linkExpired);
    expect((await post('/verify', { type: 'signup', email, token: second })).status).toBe(200);
    expect((await signIn(server, { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('resent emails of a sign-up', () => {
  test('resending a sign-up’s email invalidates the first email (S7.45)', async () => {
    const { email } = await signUp();
    const first = linkIn(await mailServer.waitForEmail(email));
    expect(await post('/resend', { type: 'signup', email })).toEqual({ status: 200, body: {} });
    const second = linkIn(await mailServer.waitForEmail(email, 2));
    expect((await follow(first)).fragment).toMatchObject({ error_code: 'otp_expired' });
    expect((await follow(second)).fragment).toMatchObject({ type: 'signup' });
  });

  test('resending a sign-up’s email sends nothing without a pending sign-up, with the same response', async () => {
    const { email } = await signUp();
    await post('/verify', { type: 'signup', email, token: codeIn(await mailServer.waitForEmail(email)) });
    const unknown = newEmail();
    expect(await post('/resend', { type: 'signup', email })).toEqual({ status: 200, body: {} });
    expect(await post('/resend', { type: 'signup', email: unknown })).toEqual({ status: 200, body: {} });
    expect(await post('/resend', { type: 'email_change', email })).toEqual({ status: 200, body: {} });
    await mailServer.waitForEmail((await signUp()).email);
    expect(mailServer.emailsTo(email)).toHaveLength(1);
    expect(mailServer.emailsTo(unknown)).toHaveLength(0);
  });

  const invalid = (message: string) => errorResponse(400, 'validation_failed', message);
  test.each([
    [{}, invalid('Missing one of these types: signup, email_change, sms, phone_change')],
    [
      { type: 'magiclink', email: 'a@example.test' },
      invalid('Missing one of these types: signup, email_change, sms, phone_change'),
    ],
    [{ type: 'signup' }, invalid('Missing email address or phone number')],
    [{ type: 'signup', phone: '4915112345678' }, invalid('Type provided requires an email address')],
    [{ type: 'sms', email: 'a@example.test' }, invalid('Type provided requires a phone number')],
    [
      { type: 'signup', email: 'a@example.test', phone: '4915112345678' },
      invalid('Only an email address or phone number should be provided.'),
    ],
    [
      { type: 'sms', phone: '4915112345678' },
      errorResponse(400, 'phone_provider_disabled', 'Phone logins are disabled'),
    ],
    [{ type: 'signup', email: 'invalid' }, invalid('Unable to validate email address: invalid format')],
  ])('resending a sign-up’s email is rejected for %j', async (body, as) => {
    expect(await post('/resend', body)).toEqual(as);
  });

  test('resending a sign-up’s email works through auth-js (S7.45)', async () => {
    const { client, close } = openClient(server);
    const { email } = await signUp();
    const { error } = await client.resend({ type: 'signup', email });
    close();
    expect(error).toBeNull();
    await mailServer.waitForEmail(email, 2);
  });
});

describe('rejected verifications', () => {
  const invalid = (message: string) => errorResponse(400, 'validation_failed', message);
  test.each([
    [{ email: 'a@example.test', token: '123456' }, invalid('Verify requires a verification type')],
    [{ type: 'signup', email: 'a@example.test' }, invalid('Verify requires a token or a token hash')],
    [
      { type: 'signup', token: '123456' },
      invalid('Only an email address or phone number should be provided on verify'),
    ],
    [{ type: 'sorcery', email: 'a@example.test', token: '123456' }, invalid('Unsupported verification type')],
    [{ type: 'constructor', email: 'a@example.test', token: '123456' }, invalid('Unsupported verification type')],
    [
      { type: 'signup', token_hash: 'x', email: 'a@example.test' },
      invalid('Only the token_hash and type should be provided'),
    ],
    [
      { type: 'signup', token: '123456', email: 'invalid' },
      errorResponse(422, 'validation_failed', 'Invalid email format'),
    ],
    [{ type: 'signup', token: '123456', email: 'unknown@example.test' }, expired],
    [{ type: 'signup', token_hash: 'unknown' }, linkExpired],
    [
      { type: 'sms', phone: '4915112345678', token: '1' },
      errorResponse(400, 'phone_provider_disabled', 'Phone logins are disabled'),
    ],
  ])('a verification is rejected for %j', async (body, as) => {
    expect(await post('/verify', body)).toEqual(as);
  });

  test('a verification is rejected for a code of another type or account', async () => {
    const { email } = await signUp();
    const { email: other } = await signUp();
    const token = codeIn(await mailServer.waitForEmail(email));
    expect(await post('/verify', { type: 'recovery', email, token })).toEqual(expired);
    expect(await post('/verify', { type: 'signup', email: other, token })).toEqual(expired);
  });

  test('a rejected verification by a link has the error in the redirect', async () => {
    const say = async (query: string) => (await follow(`${server.url}/auth/v1/verify?${query}`)).fragment;
    expect(await say('token=x')).toMatchObject({ error: 'invalid_request', error_code: 'validation_failed' });
    expect(await say('type=signup')).toMatchObject({ error_description: 'Verify requires a token or a token hash' });
    expect(await say('token=x&type=sorcery')).toMatchObject({ error_description: 'Unsupported verification type' });
    const { query, fragment } = await follow(`${server.url}/auth/v1/verify?token=pkce_x&type=signup`);
    expect(query).toMatchObject({ error_code: 'otp_expired' });
    expect(fragment).toMatchObject({ error_code: 'otp_expired' });
  });
});
