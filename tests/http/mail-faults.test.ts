// Responses while the mail server is down or slow; no email is lost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ImportClient } from '../support/import-client.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { codeIn } from './auth/emails.ts';
import { call, NO_LIMITS, newEmail, signIn, signUp } from './auth/requests.ts';

let server: TestServer;
let admin: ImportClient;
let port: number;
beforeAll(async () => {
  port = await freePort();
  server = await startServer({ env: { ...NO_LIMITS, SMTP_URL: `smtp://127.0.0.1:${port}` } });
  admin = await ImportClient.signIn(server);
});
afterAll(async () => {
  await server?.stop();
});

/** The mail server is there from now on, until the work is done. */
async function withMail<T>(work: (mailServer: MailServer) => Promise<T>, delay = 0): Promise<T> {
  const mailServer = await openMailServer({ port, delay });
  return work(mailServer).finally(() => mailServer.close());
}

type Stored = { id: string; token: string; expires_at: string };

async function invite(email: string, customerName: string) {
  const customer_id = await admin.newCustomer(customerName);
  const { body } = await admin.request<Stored[]>('/rest/v1/invitations', { customer_id, email });
  const [{ id, token, expires_at: expiresAt } = { id: '', token: '', expires_at: '' }] = body;
  const send = () =>
    admin.request('/functions/v1/send-invitation', { email, customerName, inviterName: 'Ada', token, expiresAt });
  const mailedAt = async () =>
    (await admin.rows<{ mailed_at: string | null }>(`invitations?id=eq.${id}`))[0]?.mailed_at;
  const waits = async () => {
    const { body: rows } = await admin.request<{ reason: string; customer_id: string }[]>(
      '/rest/v1/rpc/needs_attention',
      {},
    );
    return rows.some((row) => row.customer_id === customer_id && row.reason === 'invitations not mailed');
  };
  return { send, mailedAt, waits };
}

test('an invitation without a mail server fails, needs attention and can be sent again', async () => {
  const { send, mailedAt, waits } = await invite('grace@example.test', 'Down');
  const rejected = { status: 502, body: { error: 'The mail server didn’t accept the email' } };
  expect(await send()).toEqual(rejected);
  expect([await mailedAt(), await waits()]).toEqual([null, true]);
  await withMail(async (mailServer) => {
    expect(await send()).toEqual({ status: 200, body: { success: true } });
    expect((await mailServer.waitForEmail('grace@example.test')).subject).toBe('Ada invited you to Down');
  });
  expect(await mailedAt()).toEqual(expect.any(String));
  expect(await waits()).toBe(false);
});

test('a slow mail server is waited for', async () => {
  const { send, mailedAt } = await invite('slow@example.test', 'Slow');
  expect(await withMail(send, 500)).toEqual({ status: 200, body: { success: true } });
  expect(await mailedAt()).toEqual(expect.any(String));
});

test('a recovery during a mail outage succeeds, and its email is sent afterwards', async () => {
  const { email } = await signUp(server);
  expect(await call(server, 'POST /recover', { body: { email } })).toMatchObject({ status: 200, body: {} });
  const token = await withMail(async (mailServer) => codeIn(await mailServer.waitForEmail(email)));
  const verified = await call(server, 'POST /verify', { body: { type: 'recovery', email, token } });
  expect(verified).toMatchObject({ status: 200, body: { user: { email } } });
});

test('an email change during a mail outage fails, keeps the old email and can be repeated', async () => {
  const { session, email, password } = await signUp(server);
  const wanted = newEmail();
  const change = () => call(server, 'PUT /user', { token: session.access_token, body: { email: wanted } });
  expect(await change()).toMatchObject({
    status: 500,
    body: { error_code: 'unexpected_failure', msg: 'Error sending email' },
  });
  const { body } = await signIn(server, { email, password });
  expect(body).toMatchObject({ user: { email } });
  await withMail(async (mailServer) => {
    expect((await change()).status).toBe(200);
    codeIn(await mailServer.waitForEmail(wanted));
  });
});
