import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { call, errorResponse, newEmail, openClient, PASSWORD, readClaims, signIn, signUp, sql } from './requests.ts';

const server = inject('server');

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|\+00:00)$/);
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

describe('sign-ups', () => {
  test('a sign-up returns a session and the user (S3.18, S3.19, S5.15)', async () => {
    const email = newEmail();
    const { status, headers, body } = await call(server, 'POST /signup', {
      body: { email: email.toUpperCase(), password: PASSWORD, data: { full_name: 'Ada Lovelace' } },
    });
    const { user } = body as { user: { id: string } };
    const metadata = { sub: user.id, email, email_verified: false, phone_verified: false, full_name: 'Ada Lovelace' };
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
      user: {
        id: uuid,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        email_confirmed_at: instant,
        phone: '',
        confirmed_at: instant,
        last_sign_in_at: instant,
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: metadata,
        identities: [
          {
            identity_id: uuid,
            id: user.id,
            user_id: user.id,
            identity_data: metadata,
            provider: 'email',
            last_sign_in_at: instant,
            created_at: instant,
            updated_at: instant,
            email,
          },
        ],
        created_at: instant,
        updated_at: instant,
        is_anonymous: false,
      },
    });
  });

  test('a sign-up stores the email in lower case (S5.18)', async () => {
    const email = newEmail();
    const { body } = await call(server, 'POST /signup', { body: { email: email.toUpperCase(), password: PASSWORD } });
    const { id } = (body as { user: { id: string } }).user;
    expect(await sql(server, 'select email from auth.users where id = $1', [id])).toEqual([{ email }]);
    expect(await sql(server, 'select email from public.profiles where id = $1', [id])).toEqual([{ email }]);
  });

  test('a sign-up returns an access token with the user’s claims', async () => {
    const { session, user, email } = await signUp(server);
    const claims = readClaims(session.access_token);
    expect(claims).toEqual({
      iss: expect.stringMatching(/^http:\/\/localhost:\d+\/auth\/v1$/),
      sub: user.id,
      aud: 'authenticated',
      exp: session.expires_at,
      iat: Number(session.expires_at) - 3600,
      email,
      phone: '',
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: uuid,
      is_anonymous: false,
    });
  });

  test('a sign-up ignores claims about the email’s verification', async () => {
    const { body } = await call(server, 'POST /signup', {
      body: {
        email: newEmail(),
        password: PASSWORD,
        data: { email_verified: true, sub: 'another', email: 'other@example.test', app_metadata: { role: 'admin' } },
      },
    });
    const { user } = body as { user: { id: string; identities: { identity_data: unknown }[] } };
    expect(user.identities[0]?.identity_data).toMatchObject({ email_verified: false, sub: user.id });
    expect(user).toMatchObject({ app_metadata: { provider: 'email', providers: ['email'] } });
  });

  test('a sign-up works through auth-js with SIGNED_IN (S7.39)', async () => {
    const { client, events, close } = openClient(server);
    await client.initialize();
    const { data, error } = await client.signUp({
      email: newEmail(),
      password: PASSWORD,
      options: { emailRedirectTo: 'http://localhost:3000', data: { full_name: 'Grace Hopper' } },
    });
    close();
    expect(error).toBeNull();
    expect(data.user?.user_metadata.full_name).toBe('Grace Hopper');
    expect(data.session?.user.id).toBe(data.user?.id);
    expect(events).toContain('SIGNED_IN');
  });

  test('a sign-up ignores null and unknown members', async () => {
    const { status } = await call(server, 'POST /signup', {
      body: {
        email: newEmail(),
        phone: null,
        password: PASSWORD,
        data: null,
        code_challenge: null,
        code_challenge_method: null,
        gotrue_meta_security: {},
      },
    });
    expect(status).toBe(200);
  });

  test('a sign-up stores the password as a bcrypt hash of cost 10', async () => {
    const { user } = await signUp(server);
    const [row] = await sql<{ hash: string }>(
      server,
      'select encrypted_password as hash from auth.users where id = $1',
      [user.id],
    );
    expect(row?.hash).toMatch(/^\$2[aby]\$10\$.{53}$/);
  });
});

describe('rejected sign-ups', () => {
  const invalid = 'Unable to validate email address: invalid format';
  test.each([
    {
      why: 'without address or phone',
      body: { password: PASSWORD },
      as: errorResponse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
    },
    {
      why: 'with a phone',
      body: { phone: '+4915112345678', password: PASSWORD },
      as: errorResponse(400, 'phone_provider_disabled', 'Phone signups are disabled'),
    },
    {
      why: 'with both',
      body: { email: 'a@example.test', phone: '+4915112345678', password: PASSWORD },
      as: errorResponse(
        400,
        'validation_failed',
        'Only an email address or phone number should be provided on signup.',
      ),
    },
    {
      why: 'without a password',
      body: { email: 'a@example.test' },
      as: errorResponse(400, 'validation_failed', 'Signup requires a valid password'),
    },
    {
      why: 'with an empty email (S5.18)',
      body: { email: '', password: PASSWORD },
      as: errorResponse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
    },
    {
      why: 'with a malformed address (S5.18)',
      body: { email: 'a@', password: PASSWORD },
      as: errorResponse(400, 'validation_failed', invalid),
    },
    {
      why: 'with an address over 255 characters (S5.18)',
      body: { email: `${'a'.repeat(250)}@example.test`, password: PASSWORD },
      as: errorResponse(400, 'validation_failed', 'An email address is too long'),
    },
    {
      why: 'with a password over 72 bytes (S5.17)',
      body: { email: 'a@example.test', password: 'ä'.repeat(37) },
      as: errorResponse(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
    },
  ])('a sign-up is rejected $why', async ({ body, as }) => {
    const { status, body: answer } = await call(server, 'POST /signup', { body });
    expect({ status, body: answer }).toEqual(as);
  });

  test('a sign-up is rejected with a password under six characters, with the reasons (S5.17, S9.8)', async () => {
    const { status, headers, body } = await call(server, 'POST /signup', {
      body: { email: newEmail(), password: 'short' },
    });
    expect(status).toBe(422);
    expect(headers.get('x-sb-error-code')).toBe('weak_password');
    expect(body).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    });
  });

  test('a sign-up is rejected for a taken email in any case, and the account does not change', async () => {
    const account = await signUp(server);
    const { status, body } = await call(server, 'POST /signup', {
      body: { email: account.email.toUpperCase(), password: 'another password' },
    });
    expect({ status, body }).toEqual(errorResponse(422, 'user_already_exists', 'User already registered'));
    expect((await signIn(server, account)).status).toBe(200);
    expect((await signIn(server, { ...account, password: 'another password' })).status).toBe(400);
  });

  test('a sign-up is rejected for all but one of several at once with the same email', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call(server, 'POST /signup', { body: { email, password: PASSWORD } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    const rows = await sql(server, 'select from auth.identities where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test('auth-js reports a rejected sign-up with the server’s message', async () => {
    const { client, close } = openClient(server);
    const { error } = await client.signUp({ email: newEmail(), password: 'short' });
    close();
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    });
  });
});

describe('a server with disabled sign-ups', () => {
  let closed: TestServer;
  beforeAll(async () => {
    closed = await startServer({ env: { AUTH_DISABLE_SIGNUP: 'true' } });
  });
  afterAll(() => closed.stop());

  test('a server with disabled sign-ups rejects them and says so in its settings', async () => {
    const { status, body } = await call(closed, 'POST /signup', { body: { email: newEmail(), password: PASSWORD } });
    expect({ status, body }).toEqual(errorResponse(422, 'signup_disabled', 'Signups not allowed for this instance'));
    expect((await call(closed, 'GET /settings')).body).toMatchObject({ disable_signup: true });
  });
});
