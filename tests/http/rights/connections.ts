// A pooled connection serves one user after another. No state of one request may reach the next, even if the first one failed.
import { expect, test } from 'vitest';
import { isAnonymous, type Role, roles } from './roles.ts';
import { world } from './world.ts';

const seen: Partial<Record<Role, string[]>> = {
  admin: ['acme', 'globex', 'initech'],
  impersonator: ['acme', 'globex', 'initech'],
  member: ['acme'],
  viewer: ['acme'],
  reviewer: ['acme'],
  guest: ['acme'],
  neighbour: ['globex'],
};

async function expectOwnRows(role: Role): Promise<void> {
  const { status, body } = await world.request(role, 'GET /rest/v1/leads?select=customer_id');
  if (isAnonymous(role)) return expect(status).toBe(401);
  const owners = body.map(({ customer_id }: { customer_id: string }) => world.nameOf(customer_id));
  expect([role, status, owners.sort()]).toEqual([role, 200, seen[role] ?? []]);
}

/** Requests that fail or are aborted. */
const failingRequests: ((role: Role) => Promise<unknown>)[] = [
  (role) => world.request(role, 'GET /rest/v1/leads?notes=like.x%5C'),
  (role) => world.request(role, 'GET /rest/v1/leads?id=eq.x'),
  (role) => world.request(role, 'POST /rest/v1/leads', { body: { name: 'x' } }),
  (role) => world.request(role, 'POST /rest/v1/rpc/undo_import', { body: { import_id: world.id('globex import') } }),
  (role) => world.request(role, 'GET /rest/v1/rpc/end_my_session?session=x'),
  (role) => world.request(role, 'DELETE /rest/v1/leads', { headers: { prefer: 'handling=strict, max-affected=0' } }),
  (role) => world.request(role, 'GET /auth/v1/user'),
  (role) => world.request(role, 'GET /rest/v1/nothing'),
  (role) => world.request(role, 'GET /rest/v1/leads', { token: 'a.b.c' }),
  (role) => {
    const headers = { authorization: `Bearer ${world.token(role) ?? ''}` };
    const left = fetch(`${world.server.url}/rest/v1/customer_counts`, { headers, signal: AbortSignal.timeout(1) });
    return left.then((response) => response.text()).catch(() => null);
  },
];

/** Steps of 5 and 9 reach all 16 roles. */
const pick = <T>(list: readonly T[], number: number) => list[number % list.length] as T;

test('requests one after another see only their own rows', async () => {
  for (let round = 0; round < 120; round += 1) {
    await pick(failingRequests, round)(pick(roles, round * 5));
    await expectOwnRows(pick(roles, round * 9 + 3));
  }
});

test('more concurrent requests than connections see only their own rows', async () => {
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 32 }, (_, number) => {
        const role = pick(roles, number * 9 + round);
        return number % 3 === 0 ? pick(failingRequests, number + round)(role) : expectOwnRows(role);
      }),
    );
  }
});

test('the server’s login role itself can read no table or view', async () => {
  const states = `select distinct state from pg_stat_activity where datname = current_database() and usename = 'authenticator'`;
  await expect.poll(() => world.sql(states)).toEqual([{ state: 'idle' }]);
  const readable = await world.sql(
    `select relname from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'private'::regnamespace)
     and relkind in ('r', 'v') and has_table_privilege('authenticator', oid, 'select')`,
  );
  expect(readable).toEqual([]);
});
