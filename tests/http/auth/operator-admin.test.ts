// An operator appoints an administrator with an email that was used for a sign-up before.
import type { Session, User } from '@supabase/auth-js';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { launch } from '../../support/server.ts';
import { setUp, setUpMailServer } from '../../support/set-up.ts';
import { runTool, startTool, waitForExit } from '../../support/tool.ts';
import { codeIn } from './emails.ts';
import { factorRequests } from './factor-requests.ts';
import {
  addProviderUser,
  arrive,
  beginLink,
  departureUrl,
  exchange,
  linkIdentity,
  openProviderWorld,
  VERIFIER,
} from './provider-world.ts';
import { type Account, call, newEmail, refresh, signIn, signUp, sql } from './requests.ts';

const OPERATORS = 'the password of the operator';

const mailServer = setUpMailServer();
const world = setUp(() => openProviderWorld({ SMTP_URL: mailServer.url, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }));

const factors = factorRequests(() => world.server);

/** Everything that could open the account again. */
type Hold = {
  account: Account;
  session: Session;
  subject: string;
  linkUrl: string;
  code: { auth_code: string; code_verifier: string };
  emailChange: { email: string; token: string };
};

/** Signs up with an email, and creates each kind of access to the account. */
async function holdAccount(email: string): Promise<Hold> {
  const account = await signUp(world.server, email);
  const factor = await factors.enrol(account.session.access_token);
  const session = (await factors.verify(account.session.access_token, factor)).body as Session;
  const token = session.access_token;
  const subject = addProviderUser(world, { email: newEmail(), email_verified: true });
  expect((await linkIdentity(world, token, subject)).status).toBe(200);

  const otherAddress = newEmail();
  await call(world.server, 'PUT /user', { token, body: { email: otherAddress } });
  const emailChange = { email: otherAddress, token: codeIn(await mailServer.waitForEmail(otherAddress)) };

  const challenge = `&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  const { query } = await arrive(world, departureUrl(world, subject, challenge));
  const code = { auth_code: query.code ?? '', code_verifier: VERIFIER };

  const link = await beginLink(world, token, addProviderUser(world, { email: newEmail(), email_verified: true }));
  expect(link.status).toBe(200);
  return { account, session, subject, linkUrl: (link.body as { url: string }).url, code, emailChange };
}

const readRoles = async ({ user, access_token }: Session) => {
  const headers = { apikey: world.server.publishableKey, Authorization: `Bearer ${access_token}` };
  return (await fetch(`${world.server.url}/rest/v1/user_roles?select=role&user_id=eq.${user.id}`, { headers })).json();
};

/** The operator's password alone opens the account, which is an administrator's. */
async function expectFormerAccessRemoved({
  account,
  session,
  subject,
  linkUrl,
  code,
  emailChange,
}: Hold): Promise<void> {
  const { server } = world;
  const { id } = account.user;
  expect((await signIn(server, account)).status).toBe(400);
  expect((await refresh(server, session.refresh_token)).status).toBe(400);
  expect((await call(server, 'GET /user', { token: session.access_token })).status).toBe(403);
  expect(await readRoles(session)).toEqual([]);
  const trade = await call(server, 'POST /token?grant_type=pkce', { body: code });
  expect(trade.body).toMatchObject({ error_code: 'flow_state_not_found' });
  const change = await call(server, 'POST /verify', { body: { type: 'email_change', ...emailChange } });
  expect(change.body).toMatchObject({ error_code: 'otp_expired' });
  expect((await arrive(world, linkUrl)).query).not.toHaveProperty('code');
  const byProvider = await arrive(world, departureUrl(world, subject));
  const stranger = await call(server, 'GET /user', { token: byProvider.fragment.access_token ?? '' });
  expect((stranger.body as User).id).not.toBe(id);

  const { status, body } = await signIn(server, { email: account.email, password: OPERATORS });
  expect(status).toBe(200);
  const { user } = body as Session;
  expect(user).toMatchObject({ id, email: account.email });
  expect(user.factors).toBeUndefined();
  expect(user.new_email).toBeUndefined();
  expect(user.identities?.map(({ provider }) => provider)).toEqual(['email']);
  expect(await readRoles(body as Session)).toEqual([{ role: 'admin' }]);
  const left = await sql<{ kind: string }>(
    server,
    `select 'flow' as kind from auth.flow_state where $1 in (user_id, linking_target_id)
     union all select 'token' from auth.one_time_tokens where user_id = $1`,
    [id],
  );
  expect(left).toEqual([]);
}

describe('emails that were used for a sign-up', () => {
  test('the first start with ADMIN_EMAIL removes all earlier access to an account of that email', async () => {
    const hold = await holdAccount(newEmail());
    const server = launch({
      DATABASE_URL: world.server.databaseUrl,
      ADMIN_EMAIL: hold.account.email.toUpperCase(),
      ADMIN_PASSWORD: OPERATORS,
    });
    await server.url;
    await server.end('SIGTERM');
    await expectFormerAccessRemoved(hold);
  });

  test('create-admin removes all earlier access', async () => {
    const hold = await holdAccount(newEmail());
    const { code, output } = await createAdmin(hold.account.email, OPERATORS);
    expect([code, output]).toEqual([0, `${hold.account.email} is an administrator now.`]);
    await expectFormerAccessRemoved(hold);
  });
});

test('create-admin ends a sign-in whose callback is being processed', async () => {
  const { account, subject } = await holdAccount(newEmail());
  const held = new pg.Client({ connectionString: world.server.databaseUrl });
  await held.connect();
  await held.query('begin');
  await held.query('select from auth.identities where provider_id = $1 for update', [subject]);
  const challenge = `&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  const arrival = arrive(world, departureUrl(world, subject, challenge));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await sql(world.server, waiting)).length).toBe(1);
  const created = createAdmin(account.email, OPERATORS);
  await expect.poll(async () => (await sql(world.server, waiting)).length, { timeout: 10_000 }).toBe(2);
  await held.query('commit');
  await held.end();
  expect((await created).code).toBe(0);
  expect((await exchange(world, (await arrival).query.code)).body).toMatchObject({
    error_code: 'flow_state_not_found',
  });
  const { fragment } = await arrive(world, departureUrl(world, subject));
  const { body } = await call(world.server, 'GET /user', { token: fragment.access_token ?? '' });
  expect((body as User).id).not.toBe(account.user.id);
});

const createAdmin = (email: string, password: string) =>
  runTool('create-admin', [email], { DATABASE_URL: world.server.databaseUrl, ADMIN_PASSWORD: password });

test('create-admin confirms the email, so that the password signs in', async () => {
  const { account } = await holdAccount(newEmail());
  await sql(world.server, 'update auth.users set email_confirmed_at = null where id = $1', [account.user.id]);
  expect((await createAdmin(account.email, OPERATORS)).code).toBe(0);
  expect((await signIn(world.server, { email: account.email, password: OPERATORS })).status).toBe(200);
});

test.each([
  ['at the end of its input', '', 1],
  ['with an empty line', '\n', 1],
  ['with a line', `${OPERATORS}\n`, 0],
  ['with a line without its end', OPERATORS, 0],
])('create-admin that reads the password %s ends with an appointment or an error', async (_, input, code) => {
  const email = newEmail();
  const tool = startTool('create-admin', [email], { DATABASE_URL: world.server.databaseUrl });
  tool.stdin.end(input);
  const result = {
    0: `${email} is an administrator now.\nPassword for ${email}:`,
    1: `Password for ${email}: \nLeadlight: no password was given: type one, send it through a pipe, or set ADMIN_PASSWORD.`,
  }[code];
  expect(await waitForExit(tool)).toEqual({ code, output: result });
  expect((await signIn(world.server, { email, password: OPERATORS })).status).toBe(code === 0 ? 200 : 400);
});

test.each([
  ['not-an-address', OPERATORS, "'not-an-address' is not a valid email address"],
  ['a b@example.test', OPERATORS, "'a b@example.test' is not a valid email address"],
  [`${'a'.repeat(250)}@example.test`, OPERATORS, 'is not a valid email address'],
  ['ann@example.test', 'short', 'Password should be at least 6 characters.'],
  ['ann@example.test', 'é'.repeat(37), 'Password cannot be longer than 72 bytes'],
])('create-admin rejects %s with the password %s', async (email, password, message) => {
  const { code, output } = await createAdmin(email, password);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(await sql(world.server, 'select from auth.users where email = $1', [email])).toEqual([]);
});
