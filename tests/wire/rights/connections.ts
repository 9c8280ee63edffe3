// A connection serves one person after the other: whoever comes next has nothing of the one before, whatever happened to that one's request.
import { expect, test } from 'vitest';
import { isAnonymous, type Person, persons } from './roles.ts';
import { world } from './world.ts';

const seen: Partial<Record<Person, string[]>> = {
  admin: ['acme', 'globex', 'initech'],
  impersonator: ['acme', 'globex', 'initech'],
  member: ['acme'],
  neighbour: ['globex'],
};

async function expectOwnRows(person: Person): Promise<void> {
  const { status, body } = await world.ask(person, 'GET /rest/v1/leads?select=customer_id');
  if (isAnonymous(person)) return expect(status).toBe(401);
  const owners = body.map(({ customer_id }: { customer_id: string }) => world.nameOf(customer_id));
  expect([person, status, owners.sort()]).toEqual([person, 200, seen[person] ?? []]);
}

/** Requests that end in the middle of something. */
const disturbances: ((person: Person) => Promise<unknown>)[] = [
  (person) => world.ask(person, 'GET /rest/v1/leads?notes=like.x%5C'),
  (person) => world.ask(person, 'GET /rest/v1/leads?id=eq.x'),
  (person) => world.ask(person, 'POST /rest/v1/leads', { body: { name: 'x' } }),
  (person) => world.ask(person, 'POST /rest/v1/rpc/undo_import', { body: { import_id: world.id('globex import') } }),
  (person) => world.ask(person, 'GET /rest/v1/rpc/end_my_session?session=x'),
  (person) => world.ask(person, 'DELETE /rest/v1/leads', { headers: { prefer: 'handling=strict, max-affected=0' } }),
  (person) => world.ask(person, 'GET /auth/v1/user'),
  (person) => world.ask(person, 'GET /rest/v1/nothing'),
  (person) => world.ask(person, 'GET /rest/v1/leads', { token: 'a.b.c' }),
  (person) => {
    const headers = { authorization: `Bearer ${world.token(person) ?? ''}` };
    const left = fetch(`${world.server.url}/rest/v1/customer_counts`, { headers, signal: AbortSignal.timeout(1) });
    return left.then((response) => response.text()).catch(() => null);
  },
];

const pick = <T>(list: readonly T[], number: number) => list[number % list.length] as T;

test('one after the other', async () => {
  for (let round = 0; round < 120; round += 1) {
    await pick(disturbances, round)(pick(persons, round * 5));
    await expectOwnRows(pick(persons, round * 7 + 3));
  }
});

test('all at once, more than there are connections', async () => {
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 32 }, (_, number) => {
        const person = pick(persons, number * 7 + round);
        return number % 3 === 0 ? pick(disturbances, number + round)(person) : expectOwnRows(person);
      }),
    );
  }
});

test('the server’s login itself, which is all that a connection without a request has, reads no table and no view', async () => {
  const states = `select distinct state from pg_stat_activity where datname = current_database() and usename = 'authenticator'`;
  await expect.poll(() => world.sql(states)).toEqual([{ state: 'idle' }]);
  const held = await world.sql(
    `select relname from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'private'::regnamespace)
     and relkind in ('r', 'v') and has_table_privilege('authenticator', oid, 'select')`,
  );
  expect(held).toEqual([]);
});
