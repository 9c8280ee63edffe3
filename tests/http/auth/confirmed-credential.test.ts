// Eve and Ada both request an account with Ada's email, which has to be confirmed. Ada's email confirms only what Ada requested.
import type { Session, User } from '@supabase/auth-js';
import { describe, expect, test } from 'vitest';
import { setUp, setUpMailServer } from '../../support/set-up.ts';
import { toolOutput } from '../../support/tool.ts';
import { codeIn, linkIn } from './emails.ts';
import { factorRequests } from './factor-requests.ts';
import {
  addProviderUser,
  arrive,
  departureUrl,
  exchange,
  linkIdentity,
  openProviderWorld,
  VERIFIER,
} from './provider-world.ts';
import { follow } from './redirects.ts';
import { call, newEmail, signIn, signUp, sql } from './requests.ts';

const EVES = 'the password of eve';
const ADAS = 'the password of ada';

const mailServer = setUpMailServer();
const world = setUp(() => openProviderWorld({ SMTP_URL: mailServer.url, AUTH_CONFIRM_EMAIL: 'true' }));
const open = setUp(() => openProviderWorld({ SMTP_URL: mailServer.url }));

const sent = new Map<string, number>();

/** The first email to an address that no earlier call has returned. */
async function nextEmail(email: string) {
  const count = (sent.get(email) ?? 0) + 1;
  sent.set(email, count);
  return mailServer.waitForEmail(email, count);
}

async function signsUp(email: string, password: string, more: Record<string, unknown> = {}) {
  const { status } = await call(world.server, 'POST /signup', { body: { email, password, ...more } });
  expect(status).toBe(200);
  return nextEmail(email);
}

async function comesUnverified(email: string) {
  const subject = addProviderUser(world, { email, email_verified: false, name: 'Eve' });
  const { query } = await arrive(world, departureUrl(world, subject));
  expect(query).toMatchObject({ error_code: 'provider_email_needs_verification' });
  return { subject, email: await nextEmail(email) };
}

async function confirm(email: string, message: Awaited<ReturnType<typeof nextEmail>>, type = 'signup') {
  const { status, body } = await call(world.server, 'POST /verify', { body: { type, email, token: codeIn(message) } });
  expect(status).toBe(200);
  return (body as Session).user;
}

const opens = async (email: string, password: string, at = world) =>
  (await signIn(at.server, { email, password })).status === 200;

const providerNames = ({ identities = [] }: User) => identities.map(({ provider }) => provider).sort();

const asEve = (subject: string) => arrive(world, departureUrl(world, subject));

describe('passwords of a confirmed sign-up', () => {
  test('a sign-up confirmed after one of Eve’s has its own password alone', async () => {
    const email = newEmail();
    await signsUp(email, EVES, { data: { full_name: 'Eve' } });
    const user = await confirm(email, await signsUp(email, ADAS, { data: { full_name: 'Ada' } }));
    expect(user.user_metadata).toMatchObject({ full_name: 'Ada', email_verified: true });
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, true]);
  });

  test('a later sign-up with the same email cannot be confirmed', async () => {
    const email = newEmail();
    const adas = await signsUp(email, ADAS);
    const eves = await signsUp(email, EVES);
    await confirm(email, adas);
    const { body } = await call(world.server, 'POST /verify', { body: { type: 'signup', email, token: codeIn(eves) } });
    expect(body).toMatchObject({ error_code: 'otp_expired' });
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, true]);
  });

  test('a sign-up confirmed after Eve’s sign-in with a provider that does not verify emails has its own password alone', async () => {
    const email = newEmail();
    const { subject } = await comesUnverified(email);
    const user = await confirm(email, await signsUp(email, ADAS));
    expect(providerNames(user)).toEqual(['email']);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(user.user_metadata).not.toHaveProperty('name');
    expect(await opens(email, ADAS)).toBe(true);
    expect((await asEve(subject)).query).toMatchObject({ error_code: 'email_exists' });
  });

  test('a sign-up confirmed by a link in a PKCE flow has its own password alone', async () => {
    const email = newEmail();
    const { subject } = await comesUnverified(email);
    await signsUp(email, EVES);
    const adas = await signsUp(email, ADAS, { code_challenge: VERIFIER, code_challenge_method: 'plain' });
    const { pathname, search } = linkIn(adas);
    const { query } = await follow(`${world.server.url}${pathname}${search}`);
    const { status, body } = await exchange(world, query.code);
    expect(status).toBe(200);
    expect(providerNames((body as Session).user)).toEqual(['email']);
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, true]);
    expect((await asEve(subject)).query).toMatchObject({ error_code: 'email_exists' });
  });

  test('a confirmation among more than twenty sign-ups keeps no password', async () => {
    const email = newEmail();
    const { id } = (await call(world.server, 'POST /signup', { body: { email, password: EVES } })).body as User;
    await nextEmail(email);
    await sql(
      world.server,
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, credential)
       select gen_random_uuid(), $1, 'confirmation_token', 'hash ' || n, $2, 'password:' || n from generate_series(1, 20) n`,
      [id, email],
    );
    await confirm(email, await signsUp(email, ADAS));
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, false]);
  });
});

test('a confirmed provider sign-in keeps its identity alone', async () => {
  const email = newEmail();
  const adas = await comesUnverified(email);
  await signsUp(email, EVES);
  const user = await confirm(email, adas.email);
  expect(providerNames(user)).toEqual(['email', 'example']);
  expect(await opens(email, EVES)).toBe(false);
  expect((await asEve(adas.subject)).fragment).toHaveProperty('access_token');
});

test('a sign-up’s email that is opened after a provider has verified the address sets no password', async () => {
  const email = newEmail();
  const { subject } = await comesUnverified(email);
  const eves = await signsUp(email, EVES);
  world.provider.users.set(subject, { email, email_verified: true });
  expect((await asEve(subject)).fragment).toHaveProperty('access_token');
  await call(world.server, 'POST /verify', { body: { type: 'signup', email, token: codeIn(eves) } });
  expect(await opens(email, EVES)).toBe(false);
});

describe('resent emails', () => {
  const resend = async (email: string) => {
    await call(world.server, 'POST /resend', { body: { type: 'signup', email } });
    return nextEmail(email);
  };

  test('a resent email confirms the only sign-up', async () => {
    const email = newEmail();
    await signsUp(email, ADAS);
    await confirm(email, await resend(email));
    expect(await opens(email, ADAS)).toBe(true);
  });

  test('a resent email confirms the email alone after two sign-ups, and says so', async () => {
    const email = newEmail();
    await signsUp(email, ADAS);
    await signsUp(email, EVES);
    const message = await resend(email);
    expect(message.text).toContain('confirm it to start using your account. Then choose a new password.');
    await confirm(email, message);
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, false]);
  });

  test('a resent email confirms the email alone after a sign-up and a provider sign-in', async () => {
    const email = newEmail();
    const { subject } = await comesUnverified(email);
    await signsUp(email, ADAS);
    expect(providerNames(await confirm(email, await resend(email)))).toEqual(['email']);
    expect((await asEve(subject)).query).toMatchObject({ error_code: 'email_exists' });
  });

  test('a resent email confirms the password of an account that the service key created', async () => {
    const email = newEmail();
    const token = await toolOutput('service-key', world.server.databaseUrl);
    await call(world.server, 'POST /admin/users', { token, body: { email, password: ADAS } });
    await confirm(email, await resend(email));
    expect(await opens(email, ADAS)).toBe(true);
  });
});

describe('removal of Eve’s sign-ups', () => {
  test.each([
    ['a recovery', 'POST /recover', 'recovery'],
    ['an invitation', 'POST /invite', 'invite'],
  ])('nothing of Eve’s stays after %s', async (_, endpoint, type) => {
    const email = newEmail();
    const { subject } = await comesUnverified(email);
    await signsUp(email, EVES);
    const token = await toolOutput('service-key', world.server.databaseUrl);
    await call(world.server, endpoint, { token, body: { email } });
    expect(providerNames(await confirm(email, await nextEmail(email), type))).toEqual(['email']);
    expect(await opens(email, EVES)).toBe(false);
    expect((await asEve(subject)).query).toMatchObject({ error_code: 'email_exists' });
  });

  test('nothing of Eve’s stays after a link of the service key for a sign-up, which has its own password', async () => {
    const email = newEmail();
    await signsUp(email, EVES);
    const token = await toolOutput('service-key', world.server.databaseUrl);
    const { body } = await call(world.server, 'POST /admin/generate_link', {
      token,
      body: { type: 'signup', email, password: ADAS },
    });
    const { status } = await call(world.server, 'POST /verify', {
      body: { type: 'signup', email, token: (body as { email_otp: string }).email_otp },
    });
    expect(status).toBe(200);
    expect([await opens(email, EVES), await opens(email, ADAS)]).toEqual([false, true]);
  });
});

describe('recoveries without confirmation', () => {
  const factors = factorRequests(() => open.server);

  async function recover(email: string): Promise<Session> {
    await call(open.server, 'POST /recover', { body: { email } });
    const token = codeIn(await mailServer.waitForEmail(email));
    const { body } = await call(open.server, 'POST /verify', { body: { type: 'recovery', email, token } });
    return body as Session;
  }

  test('Ada’s recovery without confirmation removes Eve’s password, identity, sessions and verified second factor', async () => {
    const { account, session } = await factors.protectedAccount();
    const subject = addProviderUser(open, { email: newEmail(), email_verified: true });
    expect((await linkIdentity(open, session.access_token, subject)).status).toBe(200);
    const { access_token: token, user } = await recover(account.email);
    expect([user.factors, providerNames(user)]).toEqual([undefined, ['email']]);
    const change = await call(open.server, 'PUT /user', { token, body: { password: ADAS } });
    expect(change.status).toBe(200);
    expect([await opens(account.email, account.password, open), await opens(account.email, ADAS, open)]).toEqual([
      false,
      true,
    ]);
    expect((await call(open.server, 'GET /user', { token: session.access_token })).status).toBe(403);
  });

  test('Ada’s recovery without confirmation removes the identity and second factor of a provider sign-in without a verified email', async () => {
    const email = newEmail();
    const subject = addProviderUser(open, { email, email_verified: false });
    const { access_token: token = '' } = (await arrive(open, departureUrl(open, subject))).fragment;
    expect((await factors.verify(token, await factors.enrol(token))).status).toBe(200);
    const { user } = await recover(email);
    expect([user.factors, providerNames(user)]).toEqual([undefined, ['email']]);
  });

  test('Ada’s recovery without confirmation keeps the verified second factor of an account that has accepted an invitation', async () => {
    const { account, factor } = await factors.protectedAccount();
    await sql(open.server, `insert into public.user_roles (user_id, role) values ($1, 'customer')`, [account.user.id]);
    const { access_token: token, user } = await recover(account.email);
    expect(user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
    const change = await call(open.server, 'PUT /user', { token, body: { password: ADAS } });
    expect(change.body).toMatchObject({ error_code: 'insufficient_aal' });
  });

  test('Ada’s recovery without confirmation keeps the verified second factor of an account whose email was verified before', async () => {
    const { email } = await signUp(open.server);
    const { access_token: token } = await recover(email);
    const factor = await factors.enrol(token);
    expect((await factors.verify(token, factor)).status).toBe(200);
    await call(open.server, 'POST /recover', { body: { email } });
    const code = codeIn(await mailServer.waitForEmail(email, 2));
    const { body } = await call(open.server, 'POST /verify', { body: { type: 'recovery', email, token: code } });
    expect((body as Session).user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
  });
});
