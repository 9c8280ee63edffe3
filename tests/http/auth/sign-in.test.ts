import { hash } from 'bcrypt';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { setUpServer } from '../../support/set-up.ts';
import {
  call,
  errorResponse,
  NO_LIMITS,
  newEmail,
  openClient,
  PASSWORD,
  readClaims,
  signIn,
  signUp,
  sql,
} from './requests.ts';

const server = setUpServer(NO_LIMITS);

const wrong = errorResponse(400, 'invalid_credentials', 'Invalid login credentials');

describe('sign-ins', () => {
  test('a sign-in opens a new session each time', async () => {
    const account = await signUp(server);
    const { status, body } = await signIn(server, { ...account, email: account.email.toUpperCase() });
    const session = body as { access_token: string; user: { id: string; last_sign_in_at: string } };
    expect(status).toBe(200);
    expect(session.user.id).toBe(account.user.id);
    expect(readClaims(session.access_token).session_id).not.toBe(readClaims(account.session.access_token).session_id);
    expect(Date.parse(session.user.last_sign_in_at)).toBeGreaterThan(Date.parse(account.user.last_sign_in_at ?? ''));
  });

  test('a sign-in stores the client’s address and user agent', async () => {
    const account = await signUp(server);
    const { body } = await call(server, 'POST /token?grant_type=password', {
      body: { email: account.email, password: PASSWORD },
      headers: { 'User-Agent': 'a browser', 'X-Forwarded-For': '203.0.113.9' },
    });
    const { session_id: id } = readClaims((body as { access_token: string }).access_token);
    const rows = await sql(
      server,
      `select user_agent, host(ip) as ip, aal, user_id, authentication_method
       from auth.sessions session join auth.mfa_amr_claims on session_id = session.id where session.id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        user_agent: 'a browser',
        ip: '127.0.0.1',
        aal: 'aal1',
        user_id: account.user.id,
        authentication_method: 'password',
      },
    ]);
  });

  test('a sign-in works through auth-js, which fires SIGNED_IN and stores the session (S7.38)', async () => {
    const account = await signUp(server);
    const { client, events, close } = openClient(server);
    await client.initialize();
    const { error } = await client.signInWithPassword(account);
    const { data } = await client.getSession();
    const { data: claims } = await client.getClaims();
    close();
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(account.email);
    expect(claims?.claims).toMatchObject({ sub: account.user.id, aal: 'aal1' });
    expect(claims?.header.alg).toBe('ES256');
    expect(events).toContain('SIGNED_IN');
  });

  test('a sign-in with a password that is now too weak reports it', async () => {
    const { email } = await signUp(server);
    await sql(server, 'update auth.users set encrypted_password = $2 where email = $1', [
      email,
      await hash('weak', 10),
    ]);
    const { status, body } = await signIn(server, { email, password: 'weak' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      weak_password: { message: 'Password should be at least 6 characters.', reasons: ['length'] },
    });
  });
});

describe('rejected sign-ins', () => {
  test.each([
    [
      'a wrong password',
      async () => signIn(server, { email: (await signUp(server)).email, password: 'wrong password' }),
    ],
    ['an unknown address', () => signIn(server, { email: newEmail(), password: PASSWORD })],
    ['an impossible address', () => signIn(server, { email: 'invalid', password: PASSWORD })],
    [
      'no password',
      async () => call(server, 'POST /token?grant_type=password', { body: { email: (await signUp(server)).email } }),
    ],
    ['an empty password', async () => signIn(server, { email: (await signUp(server)).email, password: '' })],
  ])('a sign-in is rejected for %s, with the same error', async (_, attempt) => {
    const { status, body } = await attempt();
    expect({ status, body }).toEqual(wrong);
  });

  test('a sign-in is rejected for a password that matches only in its first 72 bytes', async () => {
    const email = newEmail();
    const password = 'x'.repeat(72);
    await call(server, 'POST /signup', { body: { email, password } });
    expect((await signIn(server, { email, password })).status).toBe(200);
    const { status, body } = await signIn(server, { email, password: `${password}y` });
    expect({ status, body }).toEqual(wrong);
  });

  test('a sign-in is rejected for an account without a password', async () => {
    const { email } = await signUp(server);
    await sql(server, 'update auth.users set encrypted_password = null where email = $1', [email]);
    const { status, body } = await signIn(server, { email, password: PASSWORD });
    expect({ status, body }).toEqual(wrong);
  });

  test('a sign-in is rejected when the password is changed while it is being checked', async () => {
    const account = await signUp(server);
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query(`update auth.users set encrypted_password = 'another' where id = $1`, [account.user.id]);
    const attempt = signIn(server, account);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await sql(server, waiting)).length).toBe(1);
    await owner.query('commit');
    await owner.end();
    const { status, body } = await attempt;
    expect({ status, body }).toEqual(wrong);
    expect(await sql(server, 'select from auth.sessions where user_id = $1', [account.user.id])).toHaveLength(1);
  });

  test('a sign-in of a banned user is rejected, which only the right password reveals', async () => {
    const { email } = await signUp(server);
    await sql(server, `update auth.users set banned_until = now() + interval '1 hour' where email = $1`, [email]);
    const right = await signIn(server, { email, password: PASSWORD });
    expect({ status: right.status, body: right.body }).toEqual(errorResponse(400, 'user_banned', 'User is banned'));
    const { status, body } = await signIn(server, { email, password: 'wrong password' });
    expect({ status, body }).toEqual(wrong);
  });

  test('a sign-in is rejected while the email is not confirmed', async () => {
    const { email } = await signUp(server);
    await sql(server, 'update auth.users set email_confirmed_at = null where email = $1', [email]);
    const { status, body } = await signIn(server, { email, password: PASSWORD });
    expect({ status, body }).toEqual(errorResponse(400, 'email_not_confirmed', 'Email not confirmed'));
  });

  test.each([
    [{ password: PASSWORD }, errorResponse(400, 'validation_failed', 'missing email or phone')],
    [
      { phone: '4915112345678', password: PASSWORD },
      errorResponse(422, 'phone_provider_disabled', 'Phone logins are disabled'),
    ],
    [
      { email: 'a@example.test', phone: '4915112345678', password: PASSWORD },
      errorResponse(400, 'validation_failed', 'Only an email address or phone number should be provided on login.'),
    ],
  ])('a sign-in is rejected for %j', async (body, as) => {
    const answer = await call(server, 'POST /token?grant_type=password', { body });
    expect({ status: answer.status, body: answer.body }).toEqual(as);
  });

  test('auth-js stays signed out after a rejected sign-in', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    const { data, error } = await client.signInWithPassword({ email: newEmail(), password: PASSWORD });
    close();
    expect(data.session).toBeNull();
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(events).not.toContain('SIGNED_IN');
  });
});

test.each([
  ['', errorResponse(400, 'invalid_credentials', 'unsupported_grant_type')],
  ['?grant_type=magic', errorResponse(400, 'invalid_credentials', 'unsupported_grant_type')],
  [
    '?grant_type=pkce',
    errorResponse(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'),
  ],
  ['?grant_type=id_token', { status: 400, body: { error: 'invalid request', error_description: 'id_token required' } }],
  ['?grant_type=web3', errorResponse(422, 'web3_provider_disabled', 'Web3 provider is disabled')],
])('the grant %j is rejected', async (query, as) => {
  const { status, body } = await call(server, `POST /token${query}`, { body: {} });
  expect({ status, body }).toEqual(as);
});
