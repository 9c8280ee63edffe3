import { describe, expect, test } from 'vitest';
import { askingRoles, isAnonymous, type Role, roles } from './roles.ts';
import { expectedOutcome, type Rule, tables } from './tables.ts';
import { type Answer, byRole, type RequestOptions, world } from './world.ts';

/** Rolls back any change and reports how many rows it would have affected. */
const ROLLED_BACK = 'handling=strict, max-affected=0';

/** The error's message, after checking that its status fits the role; null for a success. */
function errorMessage(role: Role, { status, body }: Answer): string | null {
  if (status < 400) return null;
  if (body.code === '42501') expect(status).toBe(isAnonymous(role) ? 401 : 403);
  return body.message;
}

/** The customers or users whose rows were returned. */
function ownersIn(rows: Record<string, unknown>[], whose: string): string {
  const owners = rows.filter((row) => row[whose] !== null).map((row) => world.nameOf(row[whose]).split(' ')[0]);
  return [...new Set(owners)].sort().join(' ') || 'none';
}

async function read(role: Role, table: string, whose: string, query: string): Promise<string> {
  const answer = await world.request(role, `GET /rest/v1/${table}${query}`);
  const counted = await world.request(role, `HEAD /rest/v1/${table}${query}`, { headers: { prefer: 'count=planned' } });
  const total = counted.headers.get('content-range')?.split('/')[1];
  if (answer.status < 400) expect([role, total]).toEqual([role, String(answer.body.length)]);
  else expect(counted.status).toBe(answer.status);
  return errorMessage(role, answer) ?? ownersIn(answer.body, whose);
}

/** The number of rows that a write would change. It is rolled back; a write that changes none is also committed. */
async function write(role: Role, table: string, [request, body]: Rule): Promise<string> {
  const [verb = '', rest = ''] = request.split(' ');
  const isUpsert = verb === 'UPSERT';
  const target = `${isUpsert ? 'POST' : verb} /rest/v1/${table}${isUpsert ? `?on_conflict=${rest}` : rest}`;
  const sent: RequestOptions = body ? { body: world.withIds(body) } : {};
  const prefer = isUpsert ? 'resolution=merge-duplicates' : 'return=minimal';
  const outcome = async (preference: string) => {
    const answer = await world.request(role, target, { ...sent, headers: { prefer: `${prefer}, ${preference}` } });
    if (answer.body.code === 'PGRST124') return answer.body.details.match(/\d+/)[0];
    return errorMessage(role, answer) ?? '0';
  };
  const found = await outcome(ROLLED_BACK);
  if (found === '0') expect(await outcome('count=exact')).toBe(found);
  return found;
}

const rules = Object.entries(tables)
  .flatMap(([table, { whose, rules }]) => rules.map((rule) => ({ table, whose, rule })))
  .map((row, turn) => ({ ...row, turn, title: `${row.table}: ${row.rule[0]} ${JSON.stringify(row.rule[1] ?? '')}` }));

describe('every row request, for each kind of role (S6.28, S6.29, S6.33)', () => {
  test.each(rules.map((row) => [row.title, row] as const))('%s', async (_, { table, whose, rule, turn }) => {
    const expected = Object.fromEntries(roles.map((role) => [role, expectedOutcome(table, rule, role)]));
    const asking = askingRoles(expected, turn);
    const before = await world.digest();
    const found = await byRole(
      (role) =>
        rule[0].startsWith('GET') ? read(role, table, whose, rule[0].slice('GET '.length)) : write(role, table, rule),
      asking,
    );
    expect(found).toEqual(Object.fromEntries(asking.map((role) => [role, expected[role]])));
    expect(await world.digest()).toBe(before);
  });
});

describe('the matrix is complete', () => {
  test('the matrix lists every exposed table and view (S6.33)', async () => {
    const rows = await world.sql(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
  });

  test('the matrix has a read, an insert, an update and a delete for every table and view', () => {
    for (const [table, { rules }] of Object.entries(tables)) {
      const verbs = rules.map(([request]) => request.split(' ')[0]);
      expect([table, ...verbs]).toEqual(expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']));
    }
  });

  test('only the schema public is exposed', async () => {
    const schemas = await world.sql(`select nspname as name from pg_namespace where nspname <> 'public'`);
    const found = await byRole(async (role) => {
      const statuses = schemas.map(async ({ name }) => {
        const headers = { 'accept-profile': String(name), 'content-profile': String(name) };
        const read = await world.request(role, 'GET /rest/v1/users', { headers });
        const called = await world.request(role, 'POST /rest/v1/rpc/uid', { headers, body: {} });
        return [read.status, called.status];
      });
      return [...new Set((await Promise.all(statuses)).flat())];
    });
    expect(found).toEqual(Object.fromEntries(roles.map((role) => [role, [406]])));
    for (const name of ['users', 'auth.users', 'pg_class', 'settings', 'private.settings']) {
      expect((await world.request('admin', `GET /rest/v1/${name}`)).status).toBe(404);
    }
  });
});
