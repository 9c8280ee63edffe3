// Work that only an existing account causes is done after the response, whose time therefore reveals nothing: it arrives even while the accounts' tables are locked.
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { setUp, setUpMailingServer } from '../../support/set-up.ts';
import { call, NO_LIMITS, newEmail, PASSWORD, signUp } from './requests.ts';

const { server, mailServer } = setUpMailingServer(NO_LIMITS);
const confirming = setUp(() =>
  startServer({ env: { ...NO_LIMITS, AUTH_CONFIRM_EMAIL: 'true', SMTP_URL: mailServer.url } }),
);

/** Runs work while the accounts' tables are locked. */
async function withLocked<T>({ databaseUrl }: TestServer, tables: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${tables} in access exclusive mode`);
    return await work();
  } finally {
    await holder.end();
  }
}

const ACCOUNTS = 'auth.users, auth.identities, auth.one_time_tokens, auth.flow_state';
const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };

describe('responses before the account is looked up', () => {
  const unconfirmed = async () => {
    const email = newEmail();
    await call(confirming, 'POST /signup', { body: { email, password: PASSWORD } });
    await mailServer.waitForEmail(email);
    return email;
  };
  const changing = async () => {
    const { email, session } = await signUp(server);
    await call(server, 'PUT /user', { token: session.access_token, body: { email: newEmail() } });
    await mailServer.waitForEmail(email);
    return email;
  };

  test.each([
    ['/recover', () => server, async () => (await signUp(server)).email, {}, 1],
    ['/recover', () => server, async () => (await signUp(server)).email, pkce, 1],
    ['/resend', () => confirming, unconfirmed, { type: 'signup' }, 2],
    ['/resend', () => server, changing, { type: 'email_change' }, 2],
  ] as const)(
    'POST %s responds before the account is looked up, and the email follows (%#)',
    async (path, at, account, members, count) => {
      const email = await account();
      const ask = (address: string) => call(at(), `POST ${path}`, { body: { ...members, email: address } });
      await withLocked(at(), ACCOUNTS, async () => {
        for (const address of [email, newEmail()]) {
          const { status, body } = await ask(address);
          expect({ status, body }).toEqual({ status: 200, body: {} });
        }
        expect(mailServer.emailsTo(email)).toHaveLength(count - 1);
      });
      await mailServer.waitForEmail(email, count);
    },
  );
});

test('a sign-up responds before its email’s token exists', async () => {
  const email = newEmail();
  await withLocked(confirming, 'auth.one_time_tokens, auth.flow_state', async () => {
    const { status, body } = await call(confirming, 'POST /signup', { body: { email, password: PASSWORD, ...pkce } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, confirmation_sent_at: expect.any(String) });
  });
  await mailServer.waitForEmail(email);
});
