import { randomUUID } from 'node:crypto';
import { AuthClient, type Session, type User } from '@supabase/auth-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../../support/server.ts';
import { setUpMailingServer } from '../../support/set-up.ts';
import { toolOutput } from '../../support/tool.ts';
import { codeIn, linkIn } from './emails.ts';
import { follow } from './redirects.ts';
import { call, errorResponse, NO_LIMITS, newEmail, PASSWORD, signIn, signUp, sql } from './requests.ts';

let key: string;
let admin: InstanceType<typeof AuthClient>['admin'];
const { server, mailServer } = setUpMailingServer(NO_LIMITS);
beforeAll(async () => {
  key = await toolOutput('service-key', server.databaseUrl);
  const headers = { Authorization: `Bearer ${key}`, apikey: key };
  admin = new AuthClient({ url: `${server.url}/auth/v1`, headers, persistSession: false }).admin;
});

const ask = async (endpoint: string, body?: unknown, token = key) => {
  const answer = await call(server, endpoint, { token, ...(body !== undefined && { body }) });
  return { status: answer.status, body: answer.body };
};
const id = '00000000-0000-4000-8000-000000000000';
const notFound = errorResponse(404, 'user_not_found', 'User not found');

describe('endpoints for the service key alone', () => {
  const endpoints = [
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${id}`,
    `PUT /admin/users/${id}`,
    `DELETE /admin/users/${id}`,
    `GET /admin/users/${id}/factors`,
    `DELETE /admin/users/${id}/factors/${id}`,
    'POST /admin/generate_link',
    'POST /invite',
  ];
  test.each(endpoints)('the endpoint %s accepts the service key alone', async (endpoint) => {
    const { session } = await signUp(server);
    expect(await ask(endpoint, undefined, session.access_token)).toEqual(
      errorResponse(403, 'not_admin', 'User not allowed'),
    );
    expect((await call(server, endpoint)).body).toMatchObject({ error_code: 'no_authorization' });
    expect(await ask(endpoint, undefined, server.publishableKey)).toEqual(
      errorResponse(403, 'not_admin', 'User not allowed'),
    );
  });
});

describe('the service key', () => {
  test('the service key changes a name without an author in the activity; a user is the author of their own change', async () => {
    const { user, session } = await signUp(server);
    const authors = () =>
      sql(
        server,
        `select actor_id from public.activity where subject = 'profiles' and row_ids = array[$1::uuid] order by created_at`,
        [user.id],
      );
    expect((await admin.updateUserById(user.id, { user_metadata: { full_name: 'Ada' } })).error).toBeNull();
    expect(await authors()).toEqual([{ actor_id: null }]);
    const token = session.access_token;
    expect((await call(server, 'PUT /user', { token, body: { data: { full_name: 'Eve' } } })).status).toBe(200);
    expect(await authors()).toEqual([{ actor_id: null }, { actor_id: user.id }]);
  });

  test('the service key creates a confirmed account', async () => {
    const email = newEmail();
    const { data, error } = await admin.createUser({
      email: email.toUpperCase(),
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { plan: 'pilot' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { plan: 'pilot', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    });
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ada', email_verified: true });
    const claims = { sub: data.user?.id, email, email_verified: true, phone_verified: false };
    expect(data.user?.identities?.[0]?.identity_data).toEqual(claims);
    expect((await signIn(server, { email, password: PASSWORD })).status).toBe(200);
  });

  test('the service key creates an account that is not confirmed yet', async () => {
    const email = newEmail();
    await admin.createUser({ email, password: PASSWORD });
    expect((await signIn(server, { email, password: PASSWORD })).body).toMatchObject({
      error_code: 'email_not_confirmed',
    });
  });

  test('the service key creates an account with the metadata that it is given, and changes them', async () => {
    const metadata = { avatar: 'x', sub: 'own' };
    const { data } = await admin.createUser({ email: newEmail(), user_metadata: metadata });
    expect(data.user?.user_metadata).toEqual(metadata);
    const { id = '', user_metadata } = (await admin.createUser({ email: newEmail() })).data.user ?? {};
    expect(user_metadata).toEqual({});
    const changed = await admin.updateUserById(id, { email: newEmail(), user_metadata: metadata });
    expect(changed.data.user?.user_metadata).toEqual(metadata);
    const confirmed = await admin.updateUserById(id, { email_confirm: true });
    expect(confirmed.data.user?.user_metadata).toEqual({ ...metadata, email_verified: true });
  });

  test('the service key creates an account with an id and a password hash', async () => {
    const [email, own] = [newEmail(), randomUUID()];
    const hash = '$2y$10$0rD1NRdxuXul.lCgzV5HA.S2BVIg9wcy5OgcTEDG4./GSTT7TqeU6';
    const { data, error } = await admin.createUser({
      id: own.toUpperCase(),
      email,
      email_confirm: true,
      role: 'authenticated',
      password_hash: hash,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: own, role: 'authenticated', identities: [{ id: own, user_id: own }] });
    expect((await signIn(server, { email, password: 'a password from elsewhere' })).status).toBe(200);
    expect(await ask('POST /admin/users', { email: newEmail(), id: own })).toEqual(
      errorResponse(409, 'conflict', 'A user with this ID already exists'),
    );
  });

  test.each([
    [{ id: 'x' }, 'validation_failed', 'ID must conform to the uuid v4 format'],
    [{ id: '00000000-0000-0000-0000-000000000000' }, 'validation_failed', 'ID cannot be a nil uuid'],
    [{ role: 'service_role' }, 'validation_failed', 'The role of a user is authenticated, not service_role'],
    [{ phone: '4912345' }, 'phone_provider_disabled', 'Phone logins are disabled'],
    [
      { password_hash: '$argon2id$v=19$x' },
      'validation_failed',
      'The password hash must be a bcrypt hash of cost 4 to 14',
    ],
    [
      { password_hash: `$2b$15$${'x'.repeat(53)}` },
      'validation_failed',
      'The password hash must be a bcrypt hash of cost 4 to 14',
    ],
    [
      { password: PASSWORD, password_hash: `$2b$10$${'x'.repeat(53)}` },
      'validation_failed',
      'Only a password or a password hash should be provided',
    ],
  ])('the service key cannot create an account with %j', async (body, code, message) => {
    expect(await ask('POST /admin/users', { email: newEmail(), ...body })).toEqual(errorResponse(400, code, message));
  });

  test('the service key cannot give an account another role', async () => {
    const { user } = await signUp(server);
    expect(await ask(`PUT /admin/users/${user.id}`, { role: 'service_role' })).toEqual(
      errorResponse(400, 'validation_failed', 'The role of a user is authenticated, not service_role'),
    );
  });

  test('the service key cannot create an account with a taken email or without one', async () => {
    const { email } = await signUp(server);
    const exists = errorResponse(422, 'email_exists', 'A user with this email address has already been registered');
    expect(await ask('POST /admin/users', { email })).toEqual(exists);
    expect(await ask('POST /admin/users', {})).toEqual(
      errorResponse(400, 'validation_failed', 'Cannot create a user without either an email or phone'),
    );
    expect((await ask('POST /admin/users', { email: newEmail(), password: 'short' })).body).toMatchObject({
      error_code: 'weak_password',
    });
  });

  test('the service key reads an account', async () => {
    const { user } = await signUp(server);
    const { data } = await admin.getUserById(user.id);
    expect(data.user).toEqual(user);
    expect(await ask(`GET /admin/users/${id}`)).toEqual(notFound);
    expect(await ask('GET /admin/users/x')).toEqual(errorResponse(404, 'validation_failed', 'user_id must be an UUID'));
  });

  test('the service key changes an account; a new password ends its sessions', async () => {
    const account = await signUp(server);
    const next = newEmail();
    const { data } = await admin.updateUserById(account.user.id, {
      email: next,
      password: 'a newer password',
      email_confirm: true,
      user_metadata: { full_name: 'Grace' },
    });
    expect(data.user).toMatchObject({ email: next, user_metadata: { full_name: 'Grace', email: next } });
    expect((await call(server, 'GET /user', { token: account.session.access_token })).status).toBe(403);
    expect((await signIn(server, { email: next, password: 'a newer password' })).status).toBe(200);
    const { email } = await signUp(server);
    expect((await ask(`PUT /admin/users/${account.user.id}`, { email })).body).toMatchObject({
      error_code: 'email_exists',
    });
    expect(await ask(`PUT /admin/users/${id}`, {})).toEqual(notFound);
  });

  test('the service key bans an account for a time, and ends the ban', async () => {
    const account = await signUp(server);
    const { data } = await admin.updateUserById(account.user.id, { ban_duration: '1h30m' });
    const until = (data.user as User & { banned_until: string }).banned_until;
    const minutes = (Date.parse(until) - Date.parse(data.user?.updated_at ?? '')) / 60_000;
    expect(Math.round(minutes)).toBe(90);
    expect((await signIn(server, account)).body).toMatchObject({ error_code: 'user_banned' });
    await admin.updateUserById(account.user.id, { ban_duration: 'none' });
    expect((await signIn(server, account)).status).toBe(200);
    expect((await ask(`PUT /admin/users/${account.user.id}`, { ban_duration: 'long' })).body).toMatchObject({
      error_code: 'validation_failed',
    });
  });

  test('the service key deletes an account, or soft-deletes it without personal data', async () => {
    const [one, other] = [await signUp(server), await signUp(server)];
    expect((await admin.deleteUser(one.user.id)).error).toBeNull();
    expect(await ask(`DELETE /admin/users/${one.user.id}`)).toEqual(notFound);
    expect((await admin.deleteUser(other.user.id, true)).error).toBeNull();
    expect(await ask(`GET /admin/users/${other.user.id}`)).toEqual(notFound);
    const [row] = await sql<{ user: string }>(server, 'select u::text as user from auth.users u where id = $1', [
      other.user.id,
    ]);
    expect(row?.user).not.toContain(other.email);
    expect((await signUp(server, other.email)).user.id).not.toBe(other.user.id);
  });

  test.each([[undefined], [{ should_soft_delete: true }]])(
    'the service key cannot delete the last administrator with %j',
    async (body) => {
      const [last, ...others] = await sql<{ user_id: string }>(
        server,
        `select user_id from public.user_roles where role = 'admin'`,
      );
      expect(others).toEqual([]);
      const account = `/admin/users/${last?.user_id}`;
      expect(await ask(`DELETE ${account}`, body)).toEqual(
        errorResponse(409, 'conflict', 'The last admin cannot be removed'),
      );
      expect((await ask(`GET ${account}`)).status).toBe(200);
    },
  );

  test('the service key lists and deletes a second factor', async () => {
    const { session, user } = await signUp(server);
    const { body } = await ask('POST /factors', { factor_type: 'totp' }, session.access_token);
    const { data } = await admin.mfa.listFactors({ userId: user.id });
    expect(data?.factors).toHaveLength(1);
    const factor = (body as { id: string }).id;
    expect((await admin.mfa.deleteFactor({ userId: user.id, id: factor })).error).toBeNull();
    expect(await ask(`DELETE /admin/users/${user.id}/factors/${factor}`)).toEqual(
      errorResponse(404, 'mfa_factor_not_found', 'Factor not found'),
    );
  });
});

describe('the list of accounts', () => {
  test('the list of accounts is paged and has a total', async () => {
    const own = await startServer({ env: NO_LIMITS });
    const token = await toolOutput('service-key', own.databaseUrl);
    const emails = ['admin@example.test'];
    for (let count = 0; count < 4; count += 1) emails.unshift((await signUp(own)).email);
    const client = new AuthClient({
      url: `${own.url}/auth/v1`,
      headers: { Authorization: `Bearer ${token}` },
      persistSession: false,
    });
    const { data } = await client.admin.listUsers({ page: 2, perPage: 2 });
    const { headers, body } = await call(own, 'GET /admin/users?page=3&per_page=2', { token });
    await own.stop();
    expect(data.users.map(({ email }) => email)).toEqual(emails.slice(2, 4));
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 3, lastPage: 3, total: 5 });
    expect(headers.get('Link')).toBe('</auth/v1/admin/users?page=3&per_page=2>; rel="last"');
    expect((body as { users: User[] }).users.map(({ email }) => email)).toEqual(emails.slice(4));
  });

  test.each(['page=x', 'page=0', 'per_page=-1'])('the list of accounts rejects %s', async (query) => {
    expect((await ask(`GET /admin/users?${query}`)).body).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });
});

describe('invitations by the service key', () => {
  test('an invitation by the service key is an email that opens a new account without a password', async () => {
    const email = newEmail();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { full_name: 'Ada' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { full_name: 'Ada' } });
    const { fragment } = await follow(linkIn(await mailServer.waitForEmail(email)));
    expect(fragment).toMatchObject({ type: 'invite' });
    await call(server, 'PUT /user', { token: fragment.access_token ?? '', body: { password: PASSWORD } });
    expect((await signIn(server, { email, password: PASSWORD })).status).toBe(200);
    expect((await ask('POST /invite', { email })).body).toMatchObject({ error_code: 'email_exists' });
  });

  test('an invitation by the service key cannot be accepted by a sign-up with the same email', async () => {
    const email = newEmail();
    await ask('POST /invite', { email });
    const { status, body } = await call(server, 'POST /signup', { body: { email, password: 'the password of eve' } });
    expect({ status, body }).toMatchObject({ status: 422, body: { error_code: 'user_already_exists' } });
    await follow(linkIn(await mailServer.waitForEmail(email)));
    expect((await signIn(server, { email, password: 'the password of eve' })).status).toBe(400);
  });

  test('an invitation by the service key removes the password and data of an earlier sign-up', async () => {
    const strict = await startServer({ env: { ...NO_LIMITS, SMTP_URL: mailServer.url, AUTH_CONFIRM_EMAIL: 'true' } });
    const token = await toolOutput('service-key', strict.databaseUrl);
    const email = newEmail();
    const eve = { email, password: 'the password of eve' };
    await call(strict, 'POST /signup', { body: eve });
    await mailServer.waitForEmail(email);
    await call(strict, 'POST /invite', { body: { email }, token });
    const code = codeIn(await mailServer.waitForEmail(email, 2));
    const { status } = await call(strict, 'POST /verify', { body: { type: 'invite', email, token: code } });
    const attempt = await signIn(strict, eve);
    await strict.stop();
    expect([status, attempt.status]).toEqual([200, 400]);
  });

  test('an invitation by the service key requires an email', async () => {
    expect((await ask('POST /invite', {})).body).toMatchObject({ error_code: 'validation_failed' });
  });
});

describe('links generated by the service key', () => {
  test.each([
    ['signup', { password: PASSWORD }, newEmail],
    ['invite', {}, newEmail],
    ['recovery', {}, async () => (await signUp(server)).email],
    ['magiclink', {}, async () => (await signUp(server)).email],
  ])('a link generated by the service key of type %s signs in to the account', async (type, more, address) => {
    const email = await address();
    const { status, body } = await ask('POST /admin/generate_link', { type, email, ...more });
    const link = body as { action_link: string; email_otp: string; hashed_token: string };
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
      verification_type: type,
      redirect_to: `http://localhost:${new URL(server.url).port}`,
    });
    expect((await follow(link.action_link)).fragment).toMatchObject({ type, access_token: expect.any(String) });
    expect(mailServer.emailsTo(email)).toEqual([]);
  });

  test('links of types signup and invite create an account with the metadata that they are given', async () => {
    const [one, other] = [newEmail(), newEmail()];
    const signup = (data: object) =>
      admin.generateLink({ type: 'signup', email: one, password: PASSWORD, options: { data } });
    expect((await signup({ full_name: 'Ada' })).data.user?.user_metadata).toEqual({ full_name: 'Ada' });
    const again = await signup({ plan: 'pilot' });
    expect(again.data.user?.user_metadata).toEqual({ full_name: 'Ada', plan: 'pilot' });
    const invite = await admin.generateLink({ type: 'invite', email: other, options: { data: { full_name: 'Bob' } } });
    expect(invite.data.user?.user_metadata).toEqual({ full_name: 'Bob' });
    await follow(invite.data.properties?.action_link ?? '');
    const { data } = await admin.getUserById(invite.data.user?.id ?? '');
    expect(data.user?.user_metadata).toEqual({ full_name: 'Bob', email_verified: true });
  });

  test('a link generated by the service key can be verified by its code through auth-js', async () => {
    const { email } = await signUp(server);
    const { data } = await admin.generateLink({ type: 'recovery', email });
    const { status, body } = await call(server, 'POST /verify', {
      body: { type: 'recovery', token_hash: data.properties?.hashed_token },
    });
    expect(status).toBe(200);
    expect((body as Session).user.email).toBe(email);
  });

  test('an email change by generated links needs both of them', async () => {
    const { email } = await signUp(server);
    const newEmailAddress = newEmail();
    const generateLink = async (type: string) => {
      const { body } = await ask('POST /admin/generate_link', { type, email, new_email: newEmailAddress });
      return (body as { action_link: string }).action_link;
    };
    const [current, next] = [await generateLink('email_change_current'), await generateLink('email_change_new')];
    expect((await follow(current)).fragment).toHaveProperty('message');
    expect((await follow(next)).fragment).toMatchObject({ type: 'email_change' });
  });

  test.each([
    [{ type: 'sorcery', email: 'a@example.test' }, 400],
    [{ type: 'recovery' }, 400],
    [{ type: 'recovery', email: 'unknown@example.test' }, 404],
    [{ type: 'signup', email: 'a@example.test' }, 400],
    [{ type: 'signup', email: 'admin@example.test', password: PASSWORD }, 422],
  ])('a link generated by the service key is rejected for %j', async (body, status) => {
    expect((await ask('POST /admin/generate_link', body)).status).toBe(status);
  });
});
