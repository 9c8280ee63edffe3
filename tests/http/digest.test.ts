// Digests as they are sent, their links, and the outbox when its worker is killed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Session, send, type TestClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { openServer, type Server, startServer, type TestServer } from '../support/server.ts';
import { NO_LIMITS } from './auth/requests.ts';

const SITE = 'https://leads.example.test';
const MEMBER = 'grace@example.test';

let server: TestServer;
let second: Server | undefined;
let client: TestClient;
let mailServer: MailServer;
let port: number;
let member: Session;
let customer: string;
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
  client = await openClient(server.url, server.databaseUrl);
  customer = await client.addCustomer('Kiln & Co');
  member = await client.addMember(customer, { email: MEMBER, password: 'grace-password' });
  await client.owner.query('update auth.users set email_confirmed_at = now()');
  await client.addLeads(customer, 3);
  await client.request('/rest/v1/mail_preferences', {
    token: member.access_token,
    body: { digest: 'daily', time_zone: 'Europe/Berlin' },
    prefer: 'return=minimal',
  });
});
afterAll(async () => {
  await second?.end();
  await client?.owner.end();
  await server?.kill();
  await mailServer?.close();
});

let day = 0;
/** Makes a digest due, and wakes the workers. */
async function makeDue(user = member.user.id): Promise<string> {
  day += 1;
  const { rows } = await client.owner.query<{ id: string }>(
    `insert into private.deliveries (kind, user_id, day, message_id)
     values ('digest', $1, '2026-11-01'::date + $2::int, gen_random_uuid() || '@mail.example.test') returning id`,
    [user, day],
  );
  await wake();
  return rows[0]?.id ?? '';
}
const wake = () => client.owner.query('notify deliveries');
const stored = async (id: string) =>
  (
    await client.owner.query('select state, attempts, last_error, message_id from private.deliveries where id = $1', [
      id,
    ])
  ).rows[0];
const reaches = (id: string, state: string) =>
  expect.poll(async () => (await stored(id)).state, { timeout: 20_000 }).toBe(state);
const forget = () =>
  client.owner.query(
    `update private.deliveries set attempted_at = now() - interval '1 day', sent_at = now() - interval '1 day'`,
  );
const headerLines = (source: string) => (source.split('\r\n\r\n')[0] ?? '').split('\r\n');
const token = async () =>
  (await client.owner.query('select unsubscribe_token as token from public.mail_preferences')).rows[0]?.token as string;
const digestSetting = async () =>
  (await client.owner.query('select digest from public.mail_preferences')).rows[0]?.digest as string;

test('a digest says what is new in text and HTML, with one-click headers to the letter', async () => {
  const id = await makeDue();
  await reaches(id, 'sent');
  const email = await mailServer.waitForEmail(MEMBER);
  expect(email.subject).toBe('Daily digest for Monday 2 November');
  expect(email.text).toContain(`New to review\n- Kiln & Co: 3 leads\nReview leads: ${SITE}/leads\n`);
  expect(email.html).toContain('Kiln &amp; Co: 3 leads</li>');
  expect(email.html).toContain(`href="${SITE}/leads"`);
  const link = `${SITE}/unsubscribe/${await token()}`;
  expect(email.text).toContain(`Unsubscribe: ${link}`);
  expect(email.html).toContain(`href="${link}"`);
  const lines = headerLines(mailServer.sources.at(-1) ?? '');
  expect(lines.filter((line) => /^list-/i.test(line))).toEqual([
    `List-Unsubscribe: <${link}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  expect(lines).toContain('Auto-Submitted: auto-generated');
  expect(lines).toContain(`Message-ID: <${(await stored(id)).message_id}>`);
});

test('a digest with nothing new since the last one is skipped', async () => {
  const count = mailServer.emails.length;
  const id = await makeDue();
  await reaches(id, 'skipped');
  expect(mailServer.emails).toHaveLength(count);
});

describe('the link to unsubscribe', () => {
  test('opening the link changes nothing and says nothing about the token', async () => {
    const path = `/unsubscribe/${await token()}`;
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
    expect(await digestSetting()).toBe('daily');
  });

  test('a POST without cookies turns the digest off, and an unknown token is not found', async () => {
    const post = (value: string) =>
      fetch(`${server.url}/unsubscribe/${value}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await post('0'.repeat(64))).status).toBe(404);
    expect((await post('short')).status).toBe(404);
    expect(await digestSetting()).toBe('daily');
    const answer = await post(await token());
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('The email digest is off');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await digestSetting()).toBe('off');
    expect((await post(await token())).status).toBe(200);
    const id = await makeDue();
    await reaches(id, 'skipped');
    await client.request(`/rest/v1/mail_preferences?user_id=eq.${member.user.id}`, {
      method: 'PATCH',
      token: member.access_token,
      body: { digest: 'daily' },
      prefer: 'return=minimal',
    });
  });
});

test('a mail server that is down makes a delivery wait with its reason, and a rejected address ends it until it is sent again', async () => {
  await forget();
  await mailServer.close();
  const id = await makeDue();
  await expect.poll(async () => (await stored(id)).last_error).toMatch(/ECONNREFUSED/);
  expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 1 });
  mailServer = await openMailServer({ port, rejects: () => true });
  await client.owner.query('update private.deliveries set due_at = now() where id = $1', [id]);
  await wake();
  await reaches(id, 'dead');
  expect((await stored(id)).last_error).toContain('550');
  await mailServer.close();
  mailServer = await openMailServer({ port });
  const again = await send(`${server.url}/rest/v1/rpc/send_again`, { token: client.admin, body: { delivery: id } });
  expect(again.body).toBe(true);
  await reaches(id, 'sent');
  expect(headerLines(mailServer.sources[0] ?? '')).toContain(`Message-ID: <${(await stored(id)).message_id}>`);
});

test('a worker that is killed after it sent a digest costs one more email, with the same Message-ID', async () => {
  await forget();
  await mailServer.close();
  mailServer = await openMailServer({ port, confirmDelay: 60_000 });
  const id = await makeDue();
  await mailServer.waitForEmail(MEMBER);
  process.kill(server.pid, 'SIGKILL');
  const [first] = mailServer.sources;
  await mailServer.close();
  mailServer = await openMailServer({ port });
  second = await openServer({ DATABASE_URL: server.databaseUrl, ...env() });
  await wake();
  expect(await stored(id)).toMatchObject({ state: 'waiting', attempts: 1 });
  await client.owner.query('update private.deliveries set leased_until = now() where id = $1', [id]);
  await wake();
  await reaches(id, 'sent');
  expect(mailServer.sources).toHaveLength(1);
  const messageIds = [first, mailServer.sources[0]].map((source = '') =>
    headerLines(source).find((line) => line.startsWith('Message-ID: ')),
  );
  expect(messageIds[0]).toBe(`Message-ID: <${(await stored(id)).message_id}>`);
  expect(messageIds[1]).toBe(messageIds[0]);
});
