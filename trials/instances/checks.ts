// What must hold across instances. All requests go through the load balancer, which sends each to the next instance.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

export type Balanced = {
  url: string;
  /** The administrator's token. */
  admin: string;
  /** A direct connection to the database as its owner. */
  owner: Client;
};

type RequestOptions = { token?: string; body?: unknown; headers?: Record<string, string>; method?: string };
type Reply = { status: number; body: unknown; instance: string };
type Session = { access_token: string; refresh_token: string; user: { id: string } };

async function send(
  { url }: Balanced,
  path: string,
  { token, body, headers = {}, method }: RequestOptions = {},
): Promise<Reply> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text ? JSON.parse(text) : null,
    instance: response.headers.get('x-instance') ?? '',
  };
}

const expectEqual = (found: unknown, expected: unknown, what: string) => {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
};

const password = 'a good password';
const signUp = async (at: Balanced) => {
  const email = `user-${randomUUID()}@example.test`;
  return { email, session: (await send(at, '/auth/v1/signup', { body: { email, password } })).body as Session };
};
const newCustomer = async (at: Balanced) =>
  ((await send(at, '/rest/v1/customers', { token: at.admin, body: { name: 'Northwind' } })).body as { id: string }[])[0]
    ?.id ?? '';

/** The checks by name. A failed check throws what it found. `wrongPasswords` is the number allowed per account. */
export const instanceChecks = (
  at: Balanced,
  instances: number,
  wrongPasswords: number,
): Record<string, () => Promise<void>> => ({
  'every instance accepts a session': async () => {
    const { session } = await signUp(at);
    const replies = await Promise.all(
      Array.from({ length: 6 * instances }, () => send(at, '/auth/v1/user', { token: session.access_token })),
    );
    expectEqual([...new Set(replies.map(({ status }) => status))], [200], 'statuses');
    expectEqual(new Set(replies.map(({ instance }) => instance)).size, instances, 'instances that responded');
  },
  'concurrent refreshes on several instances return the same session': async () => {
    const { session } = await signUp(at);
    const body = { refresh_token: session.refresh_token };
    const refresh = () => send(at, '/auth/v1/token?grant_type=refresh_token', { body });
    const replies = await Promise.all([refresh(), refresh(), refresh(), refresh()]);
    expectEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
      'statuses',
    );
    expectEqual(
      new Set(replies.map((reply) => (reply.body as Session).refresh_token)).size,
      1,
      'different refresh tokens',
    );
  },
  'signing out takes effect on every instance at once': async () => {
    const { session } = await signUp(at);
    await send(at, '/auth/v1/logout', { token: session.access_token, method: 'POST' });
    const replies = await Promise.all(
      Array.from({ length: 4 * instances }, () => send(at, '/auth/v1/user', { token: session.access_token })),
    );
    expectEqual([...new Set(replies.map(({ status }) => status))], [403], 'statuses');
  },
  'wrong passwords are counted across instances': async () => {
    const { email } = await signUp(at);
    const statuses: number[] = [];
    for (let turn = 0; turn < wrongPasswords + 2; turn += 1) {
      statuses.push(
        (await send(at, '/auth/v1/token?grant_type=password', { body: { email, password: 'wrong one' } })).status,
      );
    }
    expectEqual(statuses, [...Array(wrongPasswords).fill(400), 429, 429], 'statuses');
  },
  'an import chunk sent to all instances at once is stored once': async () => {
    const customer = await newCustomer(at);
    const importId = randomUUID();
    const csv = ['Name', ...Array.from({ length: 300 }, (_, row) => `Lead ${row}`)].join('\n');
    const body = {
      customerId: customer,
      fileName: 'a.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: csv,
      importId,
      firstRow: 2,
    };
    const sendChunk = () => send(at, '/functions/v1/import-csv-data', { token: at.admin, body });
    const replies = await Promise.all(Array.from({ length: 2 * instances }, sendChunk));
    expectEqual(
      [...new Set(replies.map(({ status, body }) => JSON.stringify([status, body])))].length,
      1,
      'different responses',
    );
    const { body: leads } = await send(at, `/rest/v1/leads?select=id&customer_id=eq.${customer}`, { token: at.admin });
    expectEqual((leads as unknown[]).length, 300, 'leads');
  },
  'every instance sees a schema change within a second': async () => {
    const readStatuses = async () => {
      const replies = await Promise.all(
        Array.from({ length: 4 * instances }, () => send(at, '/rest/v1/later', { token: at.admin })),
      );
      expectEqual(new Set(replies.map(({ instance }) => instance)).size, instances, 'instances that responded');
      return [...new Set(replies.map(({ status }) => status))];
    };
    expectEqual(await readStatuses(), [404], 'statuses before');
    await at.owner.query(`create table public.later (id int);
      grant select on public.later to authenticated;
      notify pgrst, 'reload schema'`);
    await delay(1_000);
    expectEqual(await readStatuses(), [200], 'statuses after');
    await at.owner.query(`drop table public.later; notify pgrst, 'reload schema'`);
    await delay(1_000);
    expectEqual(await readStatuses(), [404], 'statuses at the end');
  },
  'every instance sees an impersonation start and end': async () => {
    const customer = await newCustomer(at);
    const started = await send(at, '/rest/v1/impersonations', { token: at.admin, body: { customer_id: customer } });
    const [{ id }] = started.body as [{ id: string }];
    const add = (name: string) =>
      send(at, '/rest/v1/campaigns', {
        token: at.admin,
        body: { customer_id: customer, name },
        headers: { 'x-impersonation-id': id },
      });
    await Promise.all(Array.from({ length: 2 * instances }, (_, number) => add(`Campaign ${number}`)));
    await send(at, `/rest/v1/impersonations?id=eq.${id}`, {
      token: at.admin,
      method: 'PATCH',
      body: { ended_at: 'now' },
    });
    await Promise.all(Array.from({ length: 2 * instances }, (_, number) => add(`Later ${number}`)));
    const activity = await send(
      at,
      `/rest/v1/activity?select=impersonation_id&subject=eq.campaigns&customer_id=eq.${customer}`,
      { token: at.admin },
    );
    const impersonations = (activity.body as { impersonation_id: string | null }[]).map(
      ({ impersonation_id }) => impersonation_id,
    );
    expectEqual(
      [impersonations.filter((one) => one === id).length, impersonations.filter((one) => one === null).length],
      [2 * instances, 2 * instances],
      'activity during the impersonation, and after it',
    );
  },
});
