// Emails of the outbox as they are sent, the links that turn them off, and when the worker is killed at each step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, openClient, type Session, send, type TestClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { openServer, type Server, startServer, type TestServer } from '../support/server.ts';
import { NO_LIMITS } from './auth/requests.ts';

const SITE = 'https://leads.example.test';
const MEMBER = 'grace@example.test';
const GUEST = 'ada@example.test';

let server: TestServer;
let worker: { pid: number; end?: Server['end'] };
let client: TestClient;
let mailServer: MailServer;
let port: number;
let member: Session;
let customer: string;
let lead: string;

const env = () => ({
  ...NO_LIMITS,
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  SITE_URL: SITE,
  MAIL_FROM: 'Leadlight <no-reply@mail.example.test>',
});

beforeAll(async () => {
  port = await freePort();
  mailServer = await openMailServer({ port });
  server = await startServer({ env: env() });
  worker = server;
  client = await openClient(server.url, server.databaseUrl);
  customer = await client.addCustomer('Kiln & Co');
  member = await client.addMember(customer, { email: MEMBER, password: 'grace-password' });
  await client.owner.query('update auth.users set email_confirmed_at = now()');
  [lead = ''] = await client.addLeads(customer, 3);
  await client.request('/rest/v1/mail_preferences', {
    token: member.access_token,
    body: { digest: 'daily', time_zone: 'Europe/Berlin' },
    prefer: 'return=minimal',
  });
});
afterAll(async () => {
  await worker?.end?.();
  await client?.owner.end();
  await server?.kill();
  await mailServer?.close();
});

async function readRows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.owner.query<Row>(text, values)).rows;
}
const wake = () => client.owner.query('notify deliveries');
const deliveries = () => readRows('select state, attempts, message_id from private.deliveries order by created_at');
const headerLines = (source = '') => (source.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ').split('\r\n');

async function replaceMailServer(options: Parameters<typeof openMailServer>[0] = {}): Promise<void> {
  await mailServer.close();
  mailServer = await openMailServer({ port, ...options });
}
/** Empties the outbox and the mail server. */
async function forget(): Promise<void> {
  await client.owner.query('delete from private.deliveries');
  await replaceMailServer();
}
/** A worker that takes over from the last one, which is killed. */
async function replaceWorker(change: () => Promise<void>): Promise<void> {
  process.kill(worker.pid, 'SIGKILL');
  await worker.end?.();
  await change();
  worker = await openServer({ DATABASE_URL: server.databaseUrl, ...env() });
}
const comment = (body: string) =>
  client.owner.query('insert into public.comments (customer_id, lead_id, author_id, body) values ($1, $2, $3, $4)', [
    customer,
    lead,
    member.user.id,
    body,
  ]);
/** Waits until the events are in the outbox, and makes it due. */
async function makeDue(): Promise<void> {
  await wake();
  await expect.poll(() => readRows('select id from private.events where handled_at is null')).toEqual([]);
  await client.owner.query(`update private.deliveries set due_at = now() where state = 'waiting'`);
  await wake();
}
/** Puts a digest into the outbox, which is due. */
async function addDigest(): Promise<void> {
  await client.owner.query(
    `insert into private.deliveries (kind, user_id, day, message_id)
     values ('digest', $1, '2026-11-02', gen_random_uuid() || '@mail.example.test')`,
    [member.user.id],
  );
  await wake();
}

describe('digests', () => {
  const readToken = async () =>
    (await readRows<{ token: string }>('select unsubscribe_token as token from public.mail_preferences'))[0]?.token;
  const readSetting = async () =>
    (await readRows<{ digest: string }>('select digest from public.mail_preferences'))[0]?.digest;

  test('a digest says what is new in text and HTML, with one-click headers to the letter', async () => {
    await addDigest();
    const email = await mailServer.waitForEmail(MEMBER);
    expect(email.subject).toBe('Daily digest for Monday 2 November');
    expect(email.text).toContain(`New to review\n- Kiln & Co: 3 leads\nReview leads: ${SITE}/leads\n`);
    expect(email.html).toContain('Kiln &amp; Co: 3 leads</li>');
    expect(email.html).toContain(`href="${SITE}/leads"`);
    const link = `${SITE}/unsubscribe/${await readToken()}`;
    expect(email.text).toContain(`Unsubscribe: ${link}`);
    expect(email.html).toContain(`href="${link}"`);
    const lines = headerLines(mailServer.sources[0]);
    expect(lines.filter((line) => /^list-/i.test(line))).toEqual([
      `List-Unsubscribe: <${link}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
    expect(lines).toContain('Auto-Submitted: auto-generated');
    const [{ message_id = '' } = {}] = await readRows<{ message_id: string }>(
      'select message_id from private.deliveries',
    );
    expect(lines).toContain(`Message-ID: <${message_id}>`);
  });

  test('opening the link that unsubscribes changes nothing and says nothing about the token', async () => {
    const path = `/unsubscribe/${await readToken()}`;
    const known = await fetch(server.url + path);
    const guessed = await fetch(`${server.url}/unsubscribe/${'0'.repeat(64)}`);
    expect([known.status, guessed.status]).toEqual([200, 200]);
    const withoutNonce = (text: string) => text.replace(/nonce="[^"]*"/, '');
    const page = await known.text();
    expect(withoutNonce(page)).toBe(withoutNonce(await guessed.text()));
    expect(page).toContain('<form method="post"><button type="submit">Turn off</button></form>');
    expect(Object.fromEntries(known.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    });
    expect(await readSetting()).toBe('daily');
  });

  test('a POST without cookies turns the digest off, and an unknown token is not found', async () => {
    const post = (token = '') =>
      fetch(`${server.url}/unsubscribe/${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await post('0'.repeat(64))).status).toBe(404);
    expect((await post('short')).status).toBe(404);
    expect(await readSetting()).toBe('daily');
    const answer = await post(await readToken());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('The email digest is off');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await readSetting()).toBe('off');
    expect((await post(await readToken())).status).toBe(200);
    await forget();
    await addDigest();
    await expect.poll(deliveries).toMatchObject([{ state: 'skipped' }]);
    expect(mailServer.emails).toEqual([]);
  });
});

test('two comments of a member are one email to the administrator, whose link turns off emails about comments only', async () => {
  await forget();
  await comment('First <b>words</b>');
  await comment('Second words');
  await makeDue();
  const email = await mailServer.waitForEmail(ADMIN.email);
  const [{ name = '' } = {}] = await readRows<{ name: string }>('select name from public.leads where id = $1', [lead]);
  expect(email.subject).toBe(`2 new comments on ${name}`);
  expect(email.text).toContain(
    `- 2 comments by ${MEMBER}\n- “Second words”\nSee the lead: ${SITE}/admin/leads?lead=${lead}`,
  );
  const link = /unsubscribe\/comments\/[0-9a-f]{64}/.exec(email.text ?? '')?.[0];
  expect(headerLines(mailServer.sources[0])).toContain(`List-Unsubscribe: <${SITE}/${link}>`);
  expect(mailServer.emails).toHaveLength(1);

  const answer = await fetch(`${server.url}/${link}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(await answer.text()).toContain('Emails about comments are off');
  expect(await readRows('select reminders, comments, news from private.mail_addresses')).toEqual([
    { reminders: true, comments: false, news: true },
  ]);
  await client.owner.query('update private.mail_addresses set comments = true');
});

test('telling the customer of an import sends its email at once, and replies go to the administrator', async () => {
  await forget();
  const [stored] = await readRows<{ import_id: string }>(
    `with import as (insert into public.imports (customer_id, file_name, import_type) values ($1, 'fair.csv', 'leads') returning id)
     update public.leads set import_id = import.id from import returning import_id`,
    [customer],
  );
  const body = { import_id: stored?.import_id, message: 'From the fair' };
  const told = await send(`${server.url}/rest/v1/rpc/tell_customer`, { token: client.admin, body });
  expect(told).toMatchObject({ status: 200, body: 1 });
  const email = await mailServer.waitForEmail(MEMBER);
  expect(email.subject).toBe('3 new leads to review');
  expect(email.text).toContain(
    `added 3 new leads for Kiln & Co to review.\n\nFrom the fair\n\nStart reviewing: ${SITE}/leads`,
  );
  expect(email.replyTo).toMatchObject([{ address: ADMIN.email }]);
  await expect.poll(deliveries).toMatchObject([{ state: 'sent' }]);
});

test('a mail server that is down makes a delivery wait with its reason, and a rejected address ends it until it is sent again', async () => {
  await forget();
  await mailServer.close();
  await comment('While the mail server is down');
  await makeDue();
  const stored = async () =>
    (await readRows<Record<'id' | 'state' | 'last_error', string>>('select * from private.deliveries'))[0];
  await expect.poll(async () => (await stored())?.last_error).toMatch(/ECONNREFUSED/);
  expect(await stored()).toMatchObject({ state: 'waiting', attempts: 1 });
  mailServer = await openMailServer({ port, rejects: () => true });
  await makeDue();
  await expect.poll(stored).toMatchObject({ state: 'dead', last_error: expect.stringContaining('550') });
  await replaceMailServer();
  const body = { delivery: (await stored())?.id };
  const again = await send(`${server.url}/rest/v1/rpc/send_again`, { token: client.admin, body });
  expect(again.body).toBe(true);
  await expect.poll(stored).toMatchObject({ state: 'sent' });
  expect(mailServer.emails).toHaveLength(1);
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
  const messageIds = () => mailServer.sources.map((source) => /^Message-ID: <(.*)>\r$/m.exec(source)?.[1]);
  const [first] = messageIds();
  await replaceWorker(replaceMailServer);
  await client.owner.query('update private.deliveries set leased_until = now()');
  await wake();
  await expect.poll(deliveries).toMatchObject([{ state: 'sent', attempts: 2, message_id: first }]);
  expect(messageIds()).toEqual([first]);
});

test('a member and a guest are reminded of what waits, in text and HTML', async () => {
  await forget();
  const [link] = await readRows<{ token: string }>(
    `insert into public.review_links (customer_id, email, role, expires_at, mailed_at)
     values ($1, $2, 'approver', now() + interval '9 days', now() - interval '3 days') returning token`,
    [customer, GUEST],
  );
  // It is daytime in one of these zones whenever the test runs, with or without a deadline at the weekend.
  await client.owner.query(
    `update public.customers set review_by = (now() at time zone zone.name)::date, time_zone = zone.name, reminds_on_weekends = true
     from (
       select name from pg_timezone_names where (now() at time zone name)::time between '09:00' and '17:30' order by name limit 1
     ) zone
     where id = $1`,
    [customer],
  );
  await wake();
  const [toMember, toGuest] = [await mailServer.waitForEmail(MEMBER), await mailServer.waitForEmail(GUEST)];
  for (const email of [toMember, toGuest]) {
    expect(email.subject).toMatch(/^Please review today, \w+day \d+ \w+$/);
    expect(email.text).toContain('\nKiln & Co\n- 3 leads in Founders\n');
    expect(email.html).toContain('Kiln &amp; Co</h2>');
    expect(email.text).toMatch(new RegExp(`Turn off reminders: ${SITE}/unsubscribe/reminder/[0-9a-f]{64}\n`));
  }
  expect(toMember.text).toContain(`Review leads: ${SITE}/leads\n`);
  expect(toGuest.html).toContain(`href="${SITE}/review/${link?.token}"`);
});
