import { describe, expect, test } from 'vitest';
import { columns, isAnonymous, type Person, persons } from './roles.ts';
import { type Rule, spelled, tables } from './tables.ts';
import { type Answer, type Ask, byPerson, world } from './world.ts';

/** Rolls back whatever changes a row, and says how many it would have been. */
const ROLLED_BACK = 'handling=strict, max-affected=0';

/** The refusal's message, with a status that fits the caller; null where there is none. */
function refusalOf(person: Person, { status, body }: Answer): string | null {
  if (status < 400) return null;
  if (body.code === '42501') expect(status).toBe(isAnonymous(person) ? 401 : 403);
  return body.message;
}

/** Whose rows came back. */
function ownersIn(rows: Record<string, unknown>[], whose: string): string {
  const owners = rows.filter((row) => row[whose] !== null).map((row) => world.nameOf(row[whose]).split(' ')[0]);
  return [...new Set(owners)].sort().join(' ') || 'none';
}

async function read(person: Person, table: string, whose: string, query: string): Promise<string> {
  const answer = await world.ask(person, `GET /rest/v1/${table}${query}`);
  const counted = await world.ask(person, `HEAD /rest/v1/${table}${query}`, { headers: { prefer: 'count=planned' } });
  const total = counted.headers.get('content-range')?.split('/')[1];
  if (answer.status < 400) expect([person, total]).toEqual([person, String(answer.body.length)]);
  else expect(counted.status).toBe(answer.status);
  return refusalOf(person, answer) ?? ownersIn(answer.body, whose);
}

/** How many rows a write would change, which is taken back; what changes none is done for good as well. */
async function write(person: Person, table: string, [request, body]: Rule): Promise<string> {
  const [verb = '', rest = ''] = request.split(' ');
  const isUpsert = verb === 'UPSERT';
  const target = `${isUpsert ? 'POST' : verb} /rest/v1/${table}${isUpsert ? `?on_conflict=${rest}` : rest}`;
  const sent: Ask = body ? { body: world.withIds(body) } : {};
  const prefer = isUpsert ? 'resolution=merge-duplicates' : 'return=minimal';
  const outcome = async (wish: string) => {
    const answer = await world.ask(person, target, { ...sent, headers: { prefer: `${prefer}, ${wish}` } });
    if (answer.body.code === 'PGRST124') return answer.body.details.match(/\d+/)[0];
    return refusalOf(person, answer) ?? '0';
  };
  const found = await outcome(ROLLED_BACK);
  if (found === '0') expect(await outcome('count=exact')).toBe(found);
  return found;
}

const rules = Object.entries(tables).flatMap(([table, { whose, rules }]) =>
  rules.map((rule) => ({ table, whose, rule, title: `${table}: ${rule[0]} ${JSON.stringify(rule[1] ?? '')}` })),
);

describe('every request for rows, for every caller', () => {
  test.each(rules)('$title', async ({ table, whose, rule }) => {
    const before = await world.digest();
    const found = await byPerson((person) =>
      rule[0].startsWith('GET') ? read(person, table, whose, rule[0].slice('GET '.length)) : write(person, table, rule),
    );
    const expected = columns.flatMap((persons, column) =>
      persons.map((person) => [person, spelled(rule[2][column] ?? '', { table, person })]),
    );
    expect(found).toEqual(Object.fromEntries(expected));
    expect(await world.digest()).toBe(before);
  });
});

describe('nothing is left out of the matrix', () => {
  test('every table and view that is exposed is in it', async () => {
    const rows = await world.sql(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
  });

  test('every table and view is asked for, added to, changed and emptied', () => {
    for (const [table, { rules }] of Object.entries(tables)) {
      const verbs = rules.map(([request]) => request.split(' ')[0]);
      expect([table, ...verbs]).toEqual(expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']));
    }
  });

  test('no schema but public is exposed, and no table of another one answers', async () => {
    const schemas = await world.sql(`select nspname as name from pg_namespace where nspname <> 'public'`);
    const found = await byPerson(async (person) => {
      const statuses = schemas.map(async ({ name }) => {
        const headers = { 'accept-profile': String(name), 'content-profile': String(name) };
        const read = await world.ask(person, 'GET /rest/v1/users', { headers });
        const called = await world.ask(person, 'POST /rest/v1/rpc/uid', { headers, body: {} });
        return [read.status, called.status];
      });
      return [...new Set((await Promise.all(statuses)).flat())];
    });
    expect(found).toEqual(Object.fromEntries(persons.map((person) => [person, [406]])));
    for (const name of ['users', 'auth.users', 'pg_class', 'settings', 'private.settings']) {
      expect((await world.ask('admin', `GET /rest/v1/${name}`)).status).toBe(404);
    }
  });
});
