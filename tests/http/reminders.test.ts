// Reminders as they are sent to members and guests, and the links that turn them off.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type TestClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { NO_LIMITS } from './auth/requests.ts';

const SITE = 'https://leads.example.test';
const MEMBER = 'grace@example.test';
const GUEST = 'ada@example.test';

let server: TestServer;
let client: TestClient;
let mailServer: MailServer;
let token: string;
beforeAll(async () => {
  const port = await freePort();
  mailServer = await openMailServer({ port });
  server = await startServer({
    env: {
      ...NO_LIMITS,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SITE_URL: SITE,
      MAIL_FROM: 'Leadlight <no-reply@mail.example.test>',
    },
  });
  client = await openClient(server.url, server.databaseUrl);
  const customer = await client.addCustomer('Kiln & Co');
  await client.addMember(customer, { email: MEMBER, password: 'grace-password' });
  await client.owner.query('update auth.users set email_confirmed_at = now()');
  await client.addLeads(customer, 3);
  const { rows } = await client.owner.query<{ token: string }>(
    `insert into public.review_links (customer_id, email, role, expires_at, created_at)
     values ($1, $2, 'approver', now() + interval '9 days', now() - interval '3 days') returning token`,
    [customer, GUEST],
  );
  token = rows[0]?.token ?? '';
  // It is daytime in one of these zones whenever the test runs, with or without a deadline at the weekend.
  await client.owner.query(
    `update public.customers set review_by = (now() at time zone zone.name)::date, time_zone = zone.name, reminds_on_weekends = true
     from (
       select name from pg_timezone_names where (now() at time zone name)::time between '09:00' and '17:30' order by name limit 1
     ) zone
     where id = $1`,
    [customer],
  );
  await client.owner.query('notify deliveries');
});
afterAll(async () => {
  await client?.owner.end();
  await server?.kill();
  await mailServer?.close();
});

const offLink = async (email: string) => {
  const { rows } = await client.owner.query<{ token: string }>(
    'select unsubscribe_token as token from private.mail_addresses where email = $1',
    [email],
  );
  return `${SITE}/unsubscribe/reminder/${rows[0]?.token}`;
};

test('a member and a guest are reminded of what waits in text and HTML, with one-click headers to the letter', async () => {
  const [member, guest] = [await mailServer.waitForEmail(MEMBER), await mailServer.waitForEmail(GUEST)];
  for (const email of [member, guest]) {
    expect(email.subject).toMatch(/^Please review today, \w+day \d+ \w+$/);
    expect(email.text).toContain('\nKiln & Co\n- 3 leads in Founders\n');
    expect(email.html).toContain('Kiln &amp; Co</h2>');
  }
  expect(member.text).toContain(`Review leads: ${SITE}/leads\n`);
  expect(guest.html).toContain(`href="${SITE}/review/${token}"`);
  const headers = mailServer.sources.map((source) => (source.split('\r\n\r\n')[0] ?? '').split('\r\n'));
  expect(headers).toHaveLength(2);
  for (const address of [MEMBER, GUEST]) {
    const lines = headers.find((one) => one.includes(`To: ${address}`)) ?? [];
    expect(lines.filter((line) => /^list-/i.test(line))).toEqual([
      `List-Unsubscribe: <${await offLink(address)}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
  }
});

test('no second reminder is sent on the same day', async () => {
  const queued = await client.owner.query(`select public.queue_deliveries('mail.example.test') as queued`);
  expect(queued.rows).toEqual([{ queued: 0 }]);
  const stored = async () => (await client.owner.query('select kind, state from private.deliveries')).rows;
  await expect.poll(stored).toEqual(Array(2).fill({ kind: 'reminder', state: 'sent' }));
});

test('one POST without cookies turns the reminders of its address off, and says where they are turned on again', async () => {
  const path = new URL(await offLink(GUEST)).pathname;
  const page = await (await fetch(server.url + path)).text();
  expect(page).toContain('Turn off reminders?');
  const again = 'You can turn them on again in your account, or at the top of the review page if you have no account.';
  expect(page).toContain(`You won’t get emails about deadlines any more. ${again}`);
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(`Reminders are off</h1>\n<p>${again}</p>`);
  const { rows } = await client.owner.query('select email, reminders from private.mail_addresses order by email');
  expect(rows).toEqual([
    { email: GUEST, reminders: false },
    { email: MEMBER, reminders: true },
  ]);
});
