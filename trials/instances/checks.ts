// Checks of what must hold across instances. All requests go through the load balancer, which sends each to the next instance.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type RequestOptions, type Session, send as sendTo, type TestClient } from '../../tests/support/client.ts';

/** Sends a request and also returns the name of the instance that responded. */
async function send({ url }: TestClient, path: string, options: RequestOptions = {}) {
  const reply = await sendTo(url + path, { prefer: 'return=representation', ...options });
  return { ...reply, instance: reply.headers.get('x-instance') ?? '' };
}

const password = 'a good password';
const signUp = async (at: TestClient) => {
  const email = `user-${randomUUID()}@example.test`;
  return { email, session: (await send(at, '/auth/v1/signup', { body: { email, password } })).body as Session };
};
const replies = async <Reply>(count: number, request: (number: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => request(number)));
const different = (values: unknown[]) =>
  [...new Set(values.map((value) => JSON.stringify(value)))].map((text) => JSON.parse(text));

/** The checks by name. A failed check throws what it found. `wrongPasswords` is the number allowed per account. */
export const instanceChecks = (
  at: TestClient,
  instances: number,
  wrongPasswords: number,
): Record<string, () => Promise<void>> => ({
  'every instance accepts a session': async () => {
    const { session } = await signUp(at);
    const found = await replies(6 * instances, () => send(at, '/auth/v1/user', { token: session.access_token }));
    assert.deepEqual(different(found.map(({ status }) => status)), [200]);
    assert.deepEqual(different(found.map(({ instance }) => instance)).length, instances);
  },
  'concurrent refreshes on several instances return the same session': async () => {
    const { session } = await signUp(at);
    const body = { refresh_token: session.refresh_token };
    const found = await replies(4, () => send(at, '/auth/v1/token?grant_type=refresh_token', { body }));
    assert.deepEqual(different(found.map(({ status }) => status)), [200]);
    const tokens = found.map((reply) => (reply.body as Session).refresh_token);
    assert.deepEqual(different(tokens).length, 1);
  },
  'signing out takes effect on every instance at once': async () => {
    const { session } = await signUp(at);
    const token = session.access_token;
    await send(at, '/auth/v1/logout', { token, method: 'POST' });
    const found = await replies(4 * instances, () => send(at, '/auth/v1/user', { token }));
    assert.deepEqual(different(found.map(({ status }) => status)), [403]);
  },
  'wrong passwords are counted across instances': async () => {
    const { email } = await signUp(at);
    const statuses: number[] = [];
    const body = { email, password: 'wrong one' };
    for (let turn = 0; turn < wrongPasswords + 2; turn += 1)
      statuses.push((await send(at, '/auth/v1/token?grant_type=password', { body })).status);
    assert.deepEqual(statuses, [...Array(wrongPasswords).fill(400), 429, 429]);
  },
  'an import chunk sent to all instances at once is stored once': async () => {
    const customerId = await at.addCustomer('Northwind');
    const body = {
      customerId,
      fileName: 'a.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: ['Name', ...Array.from({ length: 300 }, (_, row) => `Lead ${row}`)].join('\n'),
      importId: randomUUID(),
      firstRow: 2,
    };
    const found = await replies(2 * instances, () =>
      send(at, '/functions/v1/import-csv-data', { token: at.admin, body }),
    );
    assert.deepEqual(different(found.map(({ status, body }) => [status, body])).length, 1);
    const leads = await at.request<unknown[]>(`/rest/v1/leads?select=id&customer_id=eq.${customerId}`, {
      token: at.admin,
    });
    assert.deepEqual(leads.length, 300);
  },
  'every instance sees a schema change within a second': async () => {
    const readStatuses = async () => {
      const found = await replies(4 * instances, () => send(at, '/rest/v1/later', { token: at.admin }));
      assert.deepEqual(different(found.map(({ instance }) => instance)).length, instances);
      return different(found.map(({ status }) => status));
    };
    assert.deepEqual(await readStatuses(), [404]);
    await at.owner.query(`create table public.later (id int);
      grant select on public.later to authenticated;
      notify pgrst, 'reload schema'`);
    await delay(1_000);
    assert.deepEqual(await readStatuses(), [200]);
    await at.owner.query(`drop table public.later; notify pgrst, 'reload schema'`);
    await delay(1_000);
    assert.deepEqual(await readStatuses(), [404]);
  },
  'every instance sees an impersonation start and end': async () => {
    const customer_id = await at.addCustomer('Northwind');
    const token = at.admin;
    const [impersonation] = await at.request<[{ id: string }]>('/rest/v1/impersonations', {
      token,
      body: { customer_id },
    });
    const headers = { 'x-impersonation-id': impersonation.id };
    const add = (name: string) => send(at, '/rest/v1/campaigns', { token, body: { customer_id, name }, headers });
    await replies(2 * instances, (number) => add(`Campaign ${number}`));
    const end = { token, method: 'PATCH', body: { ended_at: 'now' } };
    await send(at, `/rest/v1/impersonations?id=eq.${impersonation.id}`, end);
    await replies(2 * instances, (number) => add(`Later ${number}`));
    const activity = await at.request<{ impersonation_id: string | null }[]>(
      `/rest/v1/activity?select=impersonation_id&subject=eq.campaigns&customer_id=eq.${customer_id}`,
      { token },
    );
    const countOf = (id: string | null) => activity.filter(({ impersonation_id }) => impersonation_id === id).length;
    const counts = [countOf(impersonation.id), countOf(null)];
    assert.deepEqual(counts, [2 * instances, 2 * instances]);
  },
});
