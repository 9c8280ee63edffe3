// What people see while the mail server is down or slow, and that nothing is lost by it.
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
async function withMail<T>(work: (mailbox: MailServer) => Promise<T>, delay = 0): Promise<T> {
  const mailbox = await openMailServer({ port, delay });
  return work(mailbox).finally(() => mailbox.close());
}

type Stored = { id: string; token: string; expires_at: string };

async function invite(email: string, customerName: string) {
  const customer_id = await admin.newCustomer(customerName);
  const { body } = await admin.ask<Stored[]>('/rest/v1/invitations', { customer_id, email });
  const [{ id, token, expires_at: expiresAt } = { id: '', token: '', expires_at: '' }] = body;
  const send = () =>
    admin.ask('/functions/v1/send-invitation', { email, customerName, inviterName: 'Ada', token, expiresAt });
  const mailedAt = async () =>
    (await admin.rows<{ mailed_at: string | null }>(`invitations?id=eq.${id}`))[0]?.mailed_at;
  const waits = async () => {
    const { body: rows } = await admin.ask<{ reason: string; customer_id: string }[]>(
      '/rest/v1/rpc/needs_attention',
      {},
    );
    return rows.some((row) => row.customer_id === customer_id && row.reason === 'invitations not mailed');
  };
  return { send, mailedAt, waits };
}

test('an invitation that finds no mail server is told, waits for attention, and is sent again', async () => {
  const { send, mailedAt, waits } = await invite('grace@example.test', 'Down');
  const refused = { status: 502, body: { error: 'The mail server did not take the email' } };
  expect(await send()).toEqual(refused);
  expect([await mailedAt(), await waits()]).toEqual([null, true]);
  await withMail(async (mailbox) => {
    expect(await send()).toEqual({ status: 200, body: { success: true } });
    expect((await mailbox.waitForEmail('grace@example.test')).subject).toBe('Ada invites you to Down');
  });
  expect(await mailedAt()).toEqual(expect.any(String));
  expect(await waits()).toBe(false);
});

test('a mail server that takes its time is waited for', async () => {
  const { send, mailedAt } = await invite('slow@example.test', 'Slow');
  expect(await withMail(send, 500)).toEqual({ status: 200, body: { success: true } });
  expect(await mailedAt()).toEqual(expect.any(String));
});

test('a recovery asked for while mail is down is answered as ever, and its letter follows when mail is back', async () => {
  const { email } = await signUp(server);
  expect(await call(server, 'POST /recover', { body: { email } })).toMatchObject({ status: 200, body: {} });
  const token = await withMail(async (mailbox) => codeIn(await mailbox.waitForEmail(email)));
  const verified = await call(server, 'POST /verify', { body: { type: 'recovery', email, token } });
  expect(verified).toMatchObject({ status: 200, body: { user: { email } } });
});

test('a change of address that cannot be mailed is told, the old address still holds, and asking again mails it', async () => {
  const { session, email, password } = await signUp(server);
  const wanted = newEmail();
  const change = () => call(server, 'PUT /user', { token: session.access_token, body: { email: wanted } });
  expect(await change()).toMatchObject({
    status: 500,
    body: { error_code: 'unexpected_failure', msg: 'Error sending email' },
  });
  const { body } = await signIn(server, { email, password });
  expect(body).toMatchObject({ user: { email } });
  await withMail(async (mailbox) => {
    expect((await change()).status).toBe(200);
    codeIn(await mailbox.waitForEmail(wanted));
  });
});
