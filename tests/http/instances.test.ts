// Several instances on one database share all state. A client may reach any of them with each request.
import { randomUUID } from 'node:crypto';
import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, openClient, send } from '../support/client.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { type Launched, launch } from '../support/server.ts';

const ENV = {
  AUTH_RATE_SIGNUP: '6',
  AUTH_RATE_ACCOUNT: '5',
  DEMO: 'off',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
};

let clone: Clone;
let instances: Launched[];
let urls: string[];
beforeAll(async () => {
  clone = await cloneDatabase();
  instances = [1, 2].map(() => launch({ DATABASE_URL: clone.url, ...ENV }));
  urls = await Promise.all(instances.map((instance) => instance.url));
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.end('SIGTERM')));
  await clone.drop();
});

const onEach = async (path: string) =>
  Promise.all(urls.map(async (url) => (await fetch(`${url}${path}`)).json() as Promise<unknown>));

const post = (url: string | undefined, path: string, body: unknown) =>
  fetch(`${url}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) });

test('two instances that start together on one database create one key of each kind', async () => {
  const [one, two] = await onEach('/auth/v1/.well-known/jwks.json');
  expect(one).toMatchObject({ keys: [{ alg: 'ES256' }] });
  expect(two).toEqual(one);
  const [here, there] = (await onEach('/config.json')) as { supabaseKey: string }[];
  expect(here?.supabaseKey).toMatch(/^sb_publishable_[\w-]{32}$/);
  expect(there?.supabaseKey).toBe(here?.supabaseKey);
});

test('a session of one instance is valid at the other', async () => {
  const signedUp = await post(urls[0], '/signup', { email: 'ada@example.test', password: 'a good password' });
  const session = (await signedUp.json()) as Session;
  const user = await fetch(`${urls[1]}/auth/v1/user`, { headers: { Authorization: `Bearer ${session.access_token}` } });
  expect(user.status).toBe(200);
  const refreshed = await post(urls[1], '/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  expect(refreshed.status).toBe(200);
});

test('instances count attempts together', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await post(urls[turn % 2], '/signup', {})).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
});

/** Sends requests to all instances in turn, one after another, and returns their statuses. */
async function statusesInTurn(count: number, path: string, options: Parameters<typeof send>[1]): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1)
    statuses.push((await send(`${urls[turn % urls.length]}${path}`, options)).status);
  return statuses;
}

test('wrong passwords of an account are counted by all instances together', async () => {
  const wrong = { body: { email: 'nobody@example.test', password: 'wrong one' } };
  expect(await statusesInTurn(7, '/auth/v1/token?grant_type=password', wrong)).toEqual([
    ...[400, 400, 400, 400, 400],
    ...[429, 429],
  ]);
});

describe('sessions and changes', () => {
  let admin: Awaited<ReturnType<typeof openClient>>;
  let customer_id: string;
  beforeAll(async () => {
    admin = await openClient(urls[0] ?? '', clone.url);
    customer_id = await admin.addCustomer('Northwind');
  });
  afterAll(() => admin.owner.end());

  /** The same requests to all instances at once. */
  const toAll = (count: number, path: string, options: Parameters<typeof send>[1]) =>
    Promise.all(Array.from({ length: count }, (_, turn) => send(`${urls[turn % urls.length]}${path}`, options)));

  test('a session that is refreshed at all instances at once gets one successor', async () => {
    const { refresh_token } = await admin.signIn(ADMIN);
    const replies = await toAll(4, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token } });
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => (body as Session).refresh_token)).size).toBe(1);
  });

  test('a session that signs out at one instance is signed out at all', async () => {
    const { access_token: token } = await admin.signIn(ADMIN);
    expect(await statusesInTurn(2, '/auth/v1/user', { token })).toEqual([200, 200]);
    await send(`${urls[0]}/auth/v1/logout?scope=local`, { token, method: 'POST' });
    expect(await statusesInTurn(4, '/auth/v1/user', { token })).toEqual([403, 403, 403, 403]);
  });

  test('an import chunk that is sent to all instances at once is stored once', async () => {
    const body = {
      customerId: customer_id,
      fileName: 'a.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: ['Name', ...Array.from({ length: 300 }, (_, row) => `Lead ${row}`)].join('\n'),
      importId: randomUUID(),
      firstRow: 2,
    };
    const replies = await toAll(4, '/functions/v1/import-csv-data', { token: admin.admin, body });
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, replies[0]?.body]));
    const { rows } = await admin.owner.query('select from public.leads where customer_id = $1', [customer_id]);
    expect(rows).toHaveLength(300);
  });

  test('an impersonation that begins and ends at one instance does so at all', async () => {
    const [{ id }] = await admin.request<[{ id: string }]>('/rest/v1/impersonations', {
      token: admin.admin,
      body: { customer_id },
    });
    const add = (name: string) =>
      statusesInTurn(4, '/rest/v1/campaigns', {
        token: admin.admin,
        body: { customer_id, name },
        headers: { 'x-impersonation-id': id },
      });
    expect(await add('During')).toEqual([201, 201, 201, 201]);
    await admin.request(`/rest/v1/impersonations?id=eq.${id}`, {
      token: admin.admin,
      method: 'PATCH',
      body: { ended_at: 'now' },
    });
    expect(await add('After')).toEqual([201, 201, 201, 201]);
    const { rows } = await admin.owner.query(
      `select impersonation_id as id, count(*)::int from public.activity where subject = 'campaigns' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { id, count: 4 },
      { id: null, count: 4 },
    ]);
  });
});

test('a schema change reaches every instance', async () => {
  const admin = await openClient(urls[0] ?? '', clone.url);
  const read = () => statusesInTurn(4, '/rest/v1/later', { token: admin.admin });
  const all = (status: number) => ({ timeout: 20_000, message: `${status} at each instance` });
  expect(await read()).toEqual([404, 404, 404, 404]);
  const grant = 'create table public.later (id int); grant select on public.later to authenticated';
  await admin.owner.query(`${grant}; notify pgrst, 'reload schema'`);
  await expect.poll(read, all(200)).toEqual([200, 200, 200, 200]);
  await admin.owner.query(`drop table public.later; notify pgrst, 'reload schema'`);
  await expect.poll(read, all(404)).toEqual([404, 404, 404, 404]);
  await admin.owner.end();
});
