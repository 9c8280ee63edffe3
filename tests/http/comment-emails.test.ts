// Emails about comments and new leads as they are sent, and when the worker is killed at each step.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, openClient, type Session, send, type TestClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { openServer, type Server, startServer, type TestServer } from '../support/server.ts';
import { NO_LIMITS } from './auth/requests.ts';

const SITE = 'https://leads.example.test';
const MEMBER = 'grace@example.test';

let server: TestServer;
let worker: { pid: number; end?: Server['end'] };
let client: TestClient;
let mailServer: MailServer;
let port: number;
let member: Session;
let customer: string;
let lead: string;

const env = () => ({ ...NO_LIMITS, SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: SITE });

beforeAll(async () => {
  port = await freePort();
  mailServer = await openMailServer({ port });
  server = await startServer({ env: env() });
  worker = server;
  client = await openClient(server.url, server.databaseUrl);
  customer = await client.addCustomer('Kiln & Co');
  member = await client.addMember(customer, { email: MEMBER, password: 'grace-password' });
  await client.owner.query('update auth.users set email_confirmed_at = now()');
  [lead = ''] = await client.addLeads(customer, 1);
});
afterAll(async () => {
  await worker?.end?.();
  await client?.owner.end();
  await server?.kill();
  await mailServer?.close();
});

const wake = () => client.owner.query('notify deliveries');
const comment = (body: string) =>
  client.owner.query('insert into public.comments (customer_id, lead_id, author_id, body) values ($1, $2, $3, $4)', [
    customer,
    lead,
    member.user.id,
    body,
  ]);
const deliveries = async () =>
  (await client.owner.query('select state, attempts, message_id from private.deliveries order by created_at')).rows;
/** Waits until the events are in the outbox, and makes it due. */
async function makeDue(): Promise<void> {
  await wake();
  await expect
    .poll(async () => (await client.owner.query('select 1 from private.events where handled_at is null')).rowCount)
    .toBe(0);
  await client.owner.query(`update private.deliveries set due_at = now() where state = 'waiting'`);
  await wake();
}
/** A worker that takes over from the last one, which is killed. */
async function replaceWorker(change: () => Promise<void>): Promise<void> {
  process.kill(worker.pid, 'SIGKILL');
  await worker.end?.();
  await change();
  worker = await openServer({ DATABASE_URL: server.databaseUrl, ...env() });
}
async function replaceMailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<void> {
  await mailServer.close();
  mailServer = await openMailServer({ port, ...options });
}
const forget = async () => {
  await client.owner.query('delete from private.deliveries');
  await replaceMailServer();
};
const messageIds = (sources: string[]) => sources.map((source) => /^Message-ID: <(.*)>\r$/m.exec(source)?.[1]);

test('two comments of a member are one email to the administrator, with the links of its kind', async () => {
  await comment('First <b>words</b>');
  await comment('Second words');
  await makeDue();
  const email = await mailServer.waitForEmail(ADMIN.email);
  expect(email.subject).toBe(`2 new comments on ${(await client.owner.query('select name from leads')).rows[0].name}`);
  expect(email.text).toContain(
    `- 2 comments by ${MEMBER}\n- “Second words”\nSee the lead: ${SITE}/admin/leads?lead=${lead}`,
  );
  const source = mailServer.sources.at(-1) ?? '';
  const link = `${SITE}/unsubscribe/comments/`;
  expect(source.replaceAll(/\r\n\s+/g, ' ')).toMatch(new RegExp(`^List-Unsubscribe: <${link}[0-9a-f]{64}>\r$`, 'm'));
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(mailServer.emails).toHaveLength(1);
});

test('the link in the email turns off emails about comments only', async () => {
  const link = /unsubscribe\/comments\/[0-9a-f]{64}/.exec(mailServer.emails[0]?.text ?? '')?.[0];
  const answer = await fetch(`${server.url}/${link}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(await answer.text()).toContain('Emails about comments are off');
  const chosen = 'select reminders, comments, news from private.mail_addresses';
  expect((await client.owner.query(chosen)).rows).toEqual([{ reminders: true, comments: false, news: true }]);
  await client.owner.query('update private.mail_addresses set comments = true');
});

test('telling the customer of an import sends its email at once, and replies go to the administrator', async () => {
  await forget();
  const { rows } = await client.owner.query(
    `with import as (insert into public.imports (customer_id, file_name, import_type) values ($1, 'fair.csv', 'leads') returning id)
     update public.leads set import_id = import.id from import returning import_id`,
    [customer],
  );
  const body = { import_id: rows[0].import_id, message: 'From the fair' };
  const told = await send(`${server.url}/rest/v1/rpc/tell_customer`, { token: client.admin, body });
  expect(told).toMatchObject({ status: 200, body: 1 });
  const email = await mailServer.waitForEmail(MEMBER);
  expect(email.subject).toBe('1 new lead to review');
  expect(email.text).toContain(
    `added 1 new lead for Kiln & Co to review.\n\nFrom the fair\n\nStart reviewing: ${SITE}/leads`,
  );
  expect(email.replyTo).toMatchObject([{ address: ADMIN.email }]);
  await expect.poll(deliveries).toMatchObject([{ state: 'sent' }]);
});

test('a worker that is killed before a queued email is due loses none, and sends it once', async () => {
  await forget();
  await comment('Before the kill');
  await wake();
  await expect.poll(async () => (await deliveries()).length).toBe(1);
  await replaceWorker(async () => {});
  await makeDue();
  await mailServer.waitForEmail(ADMIN.email);
  await expect.poll(deliveries).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect(mailServer.emails).toHaveLength(1);
});

test('a worker that is killed between taking and sending costs no email, and the next one sends it once', async () => {
  await forget();
  await replaceMailServer({ delay: 60_000 });
  await comment('Never handed over');
  await makeDue();
  await expect.poll(deliveries).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  await replaceWorker(replaceMailServer);
  await wake();
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  await client.owner.query('update private.deliveries set leased_until = now()');
  await wake();
  await mailServer.waitForEmail(ADMIN.email);
  await expect.poll(deliveries).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect(mailServer.emails).toHaveLength(1);
});

test('a worker that is killed between sending and recording costs one more email, with the same Message-ID', async () => {
  await forget();
  await replaceMailServer({ confirmDelay: 60_000 });
  await comment('Sent twice');
  await makeDue();
  await mailServer.waitForEmail(ADMIN.email);
  const [first] = messageIds(mailServer.sources);
  await replaceWorker(replaceMailServer);
  await client.owner.query('update private.deliveries set leased_until = now()');
  await wake();
  await expect.poll(deliveries).toMatchObject([{ state: 'sent', attempts: 2, message_id: first }]);
  expect(messageIds(mailServer.sources)).toEqual([first]);
});
