// A demo that is open to everybody: its accounts are shared, its administrator only reads, and every hour it is as it was.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RequestOptions, send } from '../../support/client.ts';
import { asOwner, queryAsOwner } from '../../support/cluster.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { openPublicDemo, type PublicDemo } from '../../support/public-demo.ts';
import { bodies } from '../hostile/endpoints.ts';
import { endAll, newFolder, start } from './start-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 }); // a first start creates a database

const READ_ONLY = 'This is a public demo: the administrator can look at everything but change nothing';
const FIXED = 'This is a public demo: nobody can change its accounts';
const NO_SIGN_UP = 'This is a public demo: nobody can sign up or change its accounts';

const NO_LINKS = 'This is a public demo: it sends no emails, so nobody can open a review link';

let demo: PublicDemo;
let mailServer: MailServer;
let folder: string;
/** The number of rows of each table before the first visitor. */
let first: unknown;
beforeAll(async () => {
  mailServer = await openMailServer();
  folder = await newFolder();
  demo = await openPublicDemo({
    DATA_DIR: folder,
    TRUST_PROXY: '1',
    SITE_URL: 'https://demo.example',
    SMTP_URL: mailServer.url,
    AUTH_RATE_TOKEN: '20',
  });
  first = await counts();
});
afterAll(async () => {
  await demo?.end();
  await mailServer?.close();
  await endAll();
});

const account = (name: 'admin' | 'customer') => ({ email: `${name}@leadlight.example`, password: 'leadlight' });
const request = (target: string, options: RequestOptions = {}) => {
  const [method = '', route] = target.split(' ');
  return send(`${demo.url}${route}`, { method, ...options });
};

let addresses = 0;
/** Signs in as a visitor with an address of their own, and returns the access token. */
async function signIn(name: 'admin' | 'customer'): Promise<string> {
  addresses += 1;
  const headers = { 'X-Forwarded-For': `2001:db8:0:${addresses.toString(16)}::1` };
  const { status, body } = await request('POST /auth/v1/token?grant_type=password', { headers, body: account(name) });
  expect(status).toBe(200);
  return (body as { access_token: string }).access_token;
}

const sql = <Row extends Record<string, unknown>>(text: string) => queryAsOwner<Row>(demo.databaseUrl, text);

/** A text of all rows that the API can write. */
const digest = async () =>
  (
    await sql<{ digest: string }>(
      `select md5(string_agg(query_to_xml(format('select * from %s t order by t::text', oid::regclass), true, true, '')::text, '' order by oid)) as digest
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'comment_reads'`,
    )
  )[0]?.digest;

/** The rows of each table but those of the limits of clients. */
const counts = () =>
  sql(
    `select oid::regclass::text as name, (xpath('//n/text()', query_to_xml(format('select count(*) as n from %s', oid::regclass), true, true, '')))[1]::text as rows
     from pg_class where relkind = 'r' and oid <> 'auth.rate_limits'::regclass
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) order by 1`,
  );

test('a public demo serves a proxy, and says when it is reset and who can sign in', async () => {
  const headers = { Host: 'demo.example', 'X-Forwarded-For': '192.0.2.1', Origin: 'https://demo.example' };
  const { status, body } = await request('GET /config.json', { headers });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      demo: [expect.objectContaining(account('admin')), expect.objectContaining(account('customer'))],
      publicDemo: { resetEveryMs: 3_600_000 },
    }),
  ]);
  expect(demo.output()).toContain('This demo is public and reset at every full hour.');
});

describe('the administrator of a public demo', () => {
  test('the administrator of a public demo reads the rows of every table and the activity', async () => {
    const token = await signIn('admin');
    for (const target of [
      'GET /rest/v1/leads?limit=1',
      'GET /rest/v1/invitations',
      'POST /rest/v1/rpc/activity_feed',
    ]) {
      const { status, body } = await request(target, { token, ...(target.startsWith('POST') && { body: {} }) });
      expect([target, status, (body as unknown[]).length > 0]).toEqual([target, 200, true]);
    }
    const { status } = await request('POST /rest/v1/rpc/recent_deletions', { token, body: {} });
    expect(status).toBe(200);
  });

  test('the administrator of a public demo cannot insert, upsert, change or delete a row of any table', async () => {
    const token = await signIn('admin');
    const before = await digest();
    const tables = await sql<{ name: string; column: string }>(
      `select relname as name, (select attname from pg_attribute where attrelid = pg_class.oid and attnum = 1) as column
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name, column } of tables) {
      for (const [method, options] of [
        ['POST', { body: {} }],
        ['POST', { body: [{}], prefer: 'resolution=merge-duplicates' }],
        ['PATCH', { body: { [column]: null } }],
        ['DELETE', {}],
      ] as const) {
        const { status, body } = await request(`${method} /rest/v1/${name}`, { token, ...options });
        expect([method, name, status, body]).toEqual([
          method,
          name,
          403,
          expect.objectContaining({ message: READ_ONLY }),
        ]);
      }
    }
    expect(await digest()).toBe(before);
  });

  test('the administrator of a public demo cannot call a function that writes, except what marks comments as read and what rolls back', async () => {
    const token = await signIn('admin');
    const functions = await sql<{ name: string; names: string[] }>(
      `select proname as name, coalesce(proargnames[1:pronargs], '{}') as names from pg_proc
       where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
         and has_function_privilege('authenticated', oid, 'execute')`,
    );
    expect(functions.length).toBeGreaterThan(25);
    const before = await digest();
    const allowed: string[] = [];
    for (const { name, names } of functions) {
      const body = Object.fromEntries(names.map((argument) => [argument, null]));
      const answer = await request(`POST /rest/v1/rpc/${name}`, { token, body });
      if ((answer.body as { message?: string } | null)?.message !== READ_ONLY) allowed.push(name);
      else expect(answer.status).toBe(403);
    }
    expect(allowed.sort()).toEqual(['mark_comments_read', 'preview_duplicates', 'recent_deletions']);
    expect(await digest()).toBe(before);
  });

  test('the administrator of a public demo cannot import or invite', async () => {
    const token = await signIn('admin');
    const [customer] = await sql<{ id: string }>('select id from public.customers limit 1');
    const [invitation] = await sql<{ token: string; email: string; expires_at: string; name: string }>(
      `select token, email, expires_at::text, name from public.invitations join public.customers on customers.id = customer_id
       where accepted_at is null and expires_at > now() limit 1`,
    );
    const importing = {
      customerId: customer?.id,
      fileName: 'x.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: 'Name\nBea\n',
    };
    const inviting = {
      email: invitation?.email,
      customerName: invitation?.name,
      inviterName: 'Eve',
      token: invitation?.token,
      expiresAt: invitation?.expires_at,
    };
    const before = await digest();
    for (const [name, body] of [
      ['import-csv-data', importing],
      ['send-invitation', inviting],
    ] as const) {
      const answer = await request(`POST /functions/v1/${name}`, { token, body });
      expect([name, answer.status, answer.body]).toEqual([name, 403, { error: READ_ONLY }]);
    }
    expect(await digest()).toBe(before);
    expect(mailServer.emails).toEqual([]);
  });
});

test.each([
  ['POST /signup', { email: 'eve@example.test', password: 'eves password' }],
  ['PUT /user', { password: 'eves password' }],
  ['PUT /user', { email: 'eve@example.test' }],
  ['PUT /user', { data: { full_name: 'Eve' } }],
  ['POST /recover', account('customer')],
  ['POST /resend', { type: 'signup', ...account('customer') }],
  ['POST /otp', account('customer')],
  ['POST /verify', { type: 'recovery', token: '123456', email: account('customer').email }],
  ['POST /verify/link', 'token=x'],
  ['GET /verify?token=x&type=recovery'],
  ['GET /reauthenticate'],
  ['POST /factors', { factor_type: 'totp' }],
  ['DELETE /factors/x'],
  ['GET /user/identities/authorize?provider=google'],
  ['DELETE /user/identities/x'],
  ['POST /sso', { domain: 'example.test' }],
])('no visitor can change an account of a public demo: %s', async (target, body?: unknown) => {
  const accounts = () => sql(`select id, email, encrypted_password, raw_user_meta_data from auth.users order by id`);
  const before = await accounts();
  for (const name of ['admin', 'customer'] as const) {
    const answer = await request(target.replace(' ', ' /auth/v1'), { token: await signIn(name), body });
    expect([answer.status, answer.body]).toEqual([403, { code: 403, error_code: 'public_demo', msg: NO_SIGN_UP }]);
  }
  expect(await accounts()).toEqual(before);
  expect(await sql('select from auth.mfa_factors')).toEqual([]);
  expect(mailServer.emails).toEqual([]);
  expect(existsSync(path.join(folder, 'outbox'))).toBe(false);
});

test('no request to accounts and functions, of any caller, changes an account or a row or sends an email', async () => {
  const state = async () => [
    await digest(),
    await sql('select id, email, encrypted_password from auth.users order by id'),
  ];
  const before = await state();
  expect(bodies.length).toBeGreaterThan(25);
  for (const [, target, body] of bodies) {
    const sent = JSON.stringify(body).replaceAll('"fresh"', '"eve@example.test"');
    for (const token of [undefined, await signIn('admin')]) {
      const { status } = await request(target.replaceAll(/:[a-z]+/g, randomUUID()), {
        body: sent,
        ...(token && { token }),
      });
      expect([target, status < 500]).toEqual([target, true]);
    }
  }
  expect(await state()).toEqual(before);
  expect(mailServer.emails).toEqual([]);
});

test('a visitor neither sees nor ends the sessions of others, and cannot rename the account or choose its emails', async () => {
  const [own, other] = [await signIn('customer'), await signIn('customer')];
  const [session] = await sql<{ id: string }>('select id from auth.sessions order by created_at desc limit 1');
  const requests: [target: string, body?: unknown][] = [
    ['POST /rest/v1/rpc/my_sessions', {}],
    ['GET /rest/v1/rpc/my_sessions'],
    ['POST /rest/v1/rpc/end_my_session', { session: session?.id }],
    ['PATCH /rest/v1/profiles', { full_name: 'Eve' }],
    ['POST /rest/v1/mail_preferences', { digest: 'daily' }],
    ['PATCH /rest/v1/mail_preferences', { digest: 'off' }],
    ['POST /rest/v1/rpc/choose_emails', { reminders: false }],
  ];
  for (const [target, body] of requests) {
    const answer = await request(target, { token: own, body });
    expect([target, answer.status, answer.body]).toEqual([target, 403, expect.objectContaining({ message: FIXED })]);
  }
  for (const scope of ['others', 'global']) {
    const token = await signIn('customer');
    expect((await request(`POST /auth/v1/logout?scope=${scope}`, { token })).status).toBe(204);
    expect((await request('GET /auth/v1/user', { token })).status).toBe(403);
  }
  expect((await request('GET /auth/v1/user', { token: other })).status).toBe(200);
});

test('a member of a public demo makes a review link, which is not emailed, and which no code opens', async () => {
  const token = await signIn('customer');
  const [{ customer_id } = { customer_id: '' }] = await sql<{ customer_id: string }>(
    `select customer_id from public.customer_users join auth.users on users.id = user_id where email = 'customer@leadlight.example'`,
  );
  const body = { customer_id, email: 'eve@example.test' };
  const { status, body: link } = await request('POST /rest/v1/rpc/create_review_link', { token, body });
  expect(status).toBe(200);
  const { id, token: secret } = link as { id: string; token: string };
  const call = (options: RequestOptions) => request('POST /functions/v1/review-link', options);
  expect(await call({ body: { action: 'open', token: secret } })).toMatchObject({
    status: 200,
    body: { isLive: true },
  });
  for (const options of [
    { token, body: { action: 'mail', link: id } },
    { body: { action: 'send_code', token: secret } },
    { body: { action: 'redeem', token: secret, code: '123456' } },
  ])
    expect(await call(options)).toMatchObject({ status: 403, body: { error: NO_LINKS } });
  expect(await sql('select from private.review_codes')).toEqual([]);
  expect(mailServer.emails).toEqual([]);
  expect(demo.output()).not.toContain('function failed');
});

test('wrong passwords of one address delay that address only', async () => {
  const attempt = (address: string, password: string) =>
    request('POST /auth/v1/token?grant_type=password', {
      headers: { 'X-Forwarded-For': address },
      body: { ...account('customer'), password },
    });
  const statuses: number[] = [];
  while (statuses.length < 40 && statuses.at(-1) !== 429)
    statuses.push((await attempt('198.51.100.1', 'wrong')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  expect((await attempt('198.51.100.1', 'leadlight')).status).toBe(429);
  expect((await attempt('198.51.100.2', 'leadlight')).status).toBe(200);
});

test('visitors see each other’s decisions and comments until the hour ends, and then the demo as it was, in every table', async () => {
  const [lead] = await sql<{ id: string; customer_id: string }>(
    `select leads.id, customer_id from public.leads join public.customers on customers.id = customer_id
     where customers.name = 'Brightwater Analytics' and is_approved is null order by leads.id limit 1`,
  );
  const [one, two] = [await signIn('customer'), await signIn('customer')];
  const at = `/rest/v1/leads?id=eq.${lead?.id}&select=is_approved`;
  const comment = { customer_id: lead?.customer_id, lead_id: lead?.id, body: 'A visitor was here' };
  expect((await request(`PATCH ${at}`, { token: one, body: { is_approved: true } })).status).toBe(204);
  expect((await request('POST /rest/v1/comments', { token: one, body: comment })).status).toBe(201);
  const link = { customer_id: lead?.customer_id, email: 'eve@example.test', message: '<b>Eve</b>' };
  expect((await request('POST /rest/v1/rpc/create_review_link', { token: one, body: link })).status).toBe(200);
  expect(await counts()).not.toEqual(first);
  expect((await request(`GET ${at}`, { token: two })).body).toEqual([{ is_approved: true }]);
  const comments = `/rest/v1/comments?lead_id=eq.${lead?.id}&body=eq.A%20visitor%20was%20here&select=body`;
  expect((await request(`GET ${comments}`, { token: two })).body).toEqual([{ body: 'A visitor was here' }]);

  const reading = Promise.all(Array.from({ length: 20 }, () => request(`GET ${at}`, { token: two })));
  await demo.endHour();
  expect(await counts()).toEqual(first);
  for (const { status, body } of await reading)
    expect([status, [1, 0].includes((body as []).length)]).toEqual([200, true]);
  expect((await request('GET /auth/v1/user', { token: two })).status).toBe(403);
  expect((await request(`GET ${at}`, { token: two })).body).toEqual([]);
  const next = await signIn('customer');
  expect((await request(`GET ${at}`, { token: next })).body).toEqual([{ is_approved: null }]);
  expect((await request(`GET ${comments}`, { token: next })).body).toEqual([]);
  expect(
    (await request('HEAD /rest/v1/leads', { token: next, prefer: 'count=exact' })).headers.get('content-range'),
  ).toMatch(/\/560$/);
});

test('a statement of a visitor that waits for the reset, while the reset waits for it, does not prevent the reset', async () => {
  await asOwner(demo.databaseUrl, async (visitor) => {
    await visitor.query('begin; lock table public.comments in row exclusive mode');
    const reset = demo.endHour();
    const locked = await vi.waitFor(async () => {
      const tables = await sql<{ name: string }>(
        `select held.relation::regclass::text as name from pg_locks held join pg_locks awaited on awaited.pid = held.pid and not awaited.granted
         where held.granted and held.mode = 'AccessExclusiveLock' and held.relation is not null limit 1`,
      );
      expect(tables).toHaveLength(1);
      return tables[0]?.name;
    }, 20_000);
    await expect(visitor.query(`lock table ${locked} in row exclusive mode`)).rejects.toThrow('deadlock detected');
    await visitor.query('rollback');
    await reset;
  });
  expect(demo.output()).not.toContain('public demo not reset');
});

describe('the database of a public demo', () => {
  test('the database of a public demo serves nothing else afterwards, and no other database is ever reset', async () => {
    const DATA_DIR = await newFolder();
    const first = start({ DATA_DIR, DEMO: 'public' });
    await first.url;
    await first.end('SIGTERM');
    const other = start({ DATA_DIR, DEMO: 'off' });
    await expect(other.url).rejects.toThrow(
      'The database in DATA_DIR is that of a public demo: set DEMO=public, or name another folder in DATA_DIR.',
    );
    const again = start({ DATA_DIR, DEMO: 'public' });
    await again.url;
    await again.end('SIGTERM');
  });

  test.each<[string, Record<string, string>]>([
    ['a demo on loopback', { DEMO: 'auto' }],
    ['an installation', { DEMO: 'off', ADMIN_EMAIL: 'ada@example.test', ADMIN_PASSWORD: 'lovelace' }],
  ])('a public demo does not start on the data of %s', async (_, settings) => {
    const DATA_DIR = await newFolder();
    const real = start({ DATA_DIR, ...settings });
    await real.url;
    await real.end('SIGTERM');
    await expect(start({ DATA_DIR, DEMO: 'public' }).url).rejects.toThrow(
      'DEMO=public would delete everything in the database in DATA_DIR every hour, and a public demo did not make it: name a new folder in DATA_DIR.',
    );
    const email = settings.ADMIN_EMAIL ?? 'admin@leadlight.example';
    const password = settings.ADMIN_PASSWORD ?? 'leadlight';
    const later = await start({ DATA_DIR, ...settings }).url;
    const { status } = await send(`${later}/auth/v1/token?grant_type=password`, { body: { email, password } });
    expect(status).toBe(200);
  });
});
