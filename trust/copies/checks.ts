// Checks across instances, through the load balancer, so that requests alternate between them.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

export type Balanced = {
  url: string;
  /** The administrator's token. */
  admin: string;
  /** A direct connection to the database, as its owner. */
  owner: Client;
};

type Answer = { status: number; body: unknown; copy: string };
type Session = { access_token: string; refresh_token: string; user: { id: string } };

async function ask(
  { url }: Balanced,
  path: string,
  { token, body, headers = {}, method }: Asking = {},
): Promise<Answer> {
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
  return { status: response.status, body: text ? JSON.parse(text) : null, copy: response.headers.get('x-copy') ?? '' };
}

type Asking = { token?: string; body?: unknown; headers?: Record<string, string>; method?: string };

const same = (found: unknown, expected: unknown, what: string) => {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
};

const password = 'a good password';
const signUp = async (at: Balanced) => {
  const email = `person-${randomUUID()}@example.test`;
  return { email, session: (await ask(at, '/auth/v1/signup', { body: { email, password } })).body as Session };
};
const newCustomer = async (at: Balanced) =>
  ((await ask(at, '/rest/v1/customers', { token: at.admin, body: { name: 'Northwind' } })).body as { id: string }[])[0]
    ?.id ?? '';

/** Every check by name; a failed one throws. `limit` is the number of wrong passwords allowed per account. */
export const checksOf = (at: Balanced, copies: number, limit: number): Record<string, () => Promise<void>> => ({
  'a session is known by every copy': async () => {
    const { session } = await signUp(at);
    const answers = await Promise.all(
      Array.from({ length: 6 * copies }, () => ask(at, '/auth/v1/user', { token: session.access_token })),
    );
    same([...new Set(answers.map(({ status }) => status))], [200], 'statuses');
    same(new Set(answers.map(({ copy }) => copy)).size, copies, 'copies that answered');
  },
  'a refresh that goes to two copies at once signs nobody out': async () => {
    const { session } = await signUp(at);
    const body = { refresh_token: session.refresh_token };
    const refresh = () => ask(at, '/auth/v1/token?grant_type=refresh_token', { body });
    const answers = await Promise.all([refresh(), refresh(), refresh(), refresh()]);
    same(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
      'statuses',
    );
    same(new Set(answers.map((answer) => (answer.body as Session).refresh_token)).size, 1, 'tokens given');
  },
  'signing out holds everywhere at once': async () => {
    const { session } = await signUp(at);
    await ask(at, '/auth/v1/logout', { token: session.access_token, method: 'POST' });
    const answers = await Promise.all(
      Array.from({ length: 4 * copies }, () => ask(at, '/auth/v1/user', { token: session.access_token })),
    );
    same([...new Set(answers.map(({ status }) => status))], [403], 'statuses');
  },
  'wrong passwords are counted together': async () => {
    const { email } = await signUp(at);
    const statuses: number[] = [];
    for (let turn = 0; turn < limit + 2; turn += 1) {
      statuses.push(
        (await ask(at, '/auth/v1/token?grant_type=password', { body: { email, password: 'wrong one' } })).status,
      );
    }
    same(statuses, [...Array(limit).fill(400), 429, 429], 'statuses');
  },
  'one part of an import that is sent to all copies at once is stored once': async () => {
    const customer = await newCustomer(at);
    const importId = randomUUID();
    const csv = ['Name', ...Array.from({ length: 300 }, (_, row) => `Person ${row}`)].join('\n');
    const body = {
      customerId: customer,
      fileName: 'a.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: csv,
      importId,
      firstRow: 2,
    };
    const send = () => ask(at, '/functions/v1/import-csv-data', { token: at.admin, body });
    const answers = await Promise.all(Array.from({ length: 2 * copies }, send));
    same(
      [...new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))].length,
      1,
      'different answers',
    );
    const { body: leads } = await ask(at, `/rest/v1/leads?select=id&customer_id=eq.${customer}`, { token: at.admin });
    same((leads as unknown[]).length, 300, 'leads');
  },
  'a change of the schema is known by every copy within a second': async () => {
    const look = async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 * copies }, () => ask(at, '/rest/v1/later', { token: at.admin })),
      );
      same(new Set(answers.map(({ copy }) => copy)).size, copies, 'copies that answered');
      return [...new Set(answers.map(({ status }) => status))];
    };
    same(await look(), [404], 'statuses before');
    await at.owner.query(`create table public.later (id int);
      grant select on public.later to authenticated;
      notify pgrst, 'reload schema'`);
    await delay(1_000);
    same(await look(), [200], 'statuses after');
    await at.owner.query(`drop table public.later; notify pgrst, 'reload schema'`);
    await delay(1_000);
    same(await look(), [404], 'statuses at the end');
  },
  'an impersonation is known by every copy, and its end': async () => {
    const customer = await newCustomer(at);
    const begun = await ask(at, '/rest/v1/impersonations', { token: at.admin, body: { customer_id: customer } });
    const [{ id }] = begun.body as [{ id: string }];
    const add = (name: string) =>
      ask(at, '/rest/v1/campaigns', {
        token: at.admin,
        body: { customer_id: customer, name },
        headers: { 'x-impersonation-id': id },
      });
    await Promise.all(Array.from({ length: 2 * copies }, (_, number) => add(`Campaign ${number}`)));
    await ask(at, `/rest/v1/impersonations?id=eq.${id}`, {
      token: at.admin,
      method: 'PATCH',
      body: { ended_at: 'now' },
    });
    await Promise.all(Array.from({ length: 2 * copies }, (_, number) => add(`Later ${number}`)));
    const acts = await ask(
      at,
      `/rest/v1/activity?select=impersonation_id&subject=eq.campaigns&customer_id=eq.${customer}`,
      { token: at.admin },
    );
    const known = (acts.body as { impersonation_id: string | null }[]).map(({ impersonation_id }) => impersonation_id);
    same(
      [known.filter((one) => one === id).length, known.filter((one) => one === null).length],
      [2 * copies, 2 * copies],
      'acts while looking, and later',
    );
  },
});
