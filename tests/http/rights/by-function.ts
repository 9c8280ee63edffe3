import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { functions, guestCells, roleCells, STRANGER } from './functions.ts';
import { askingRoles, columns, isAdmin, isAnonymous, type Role, roles } from './roles.ts';
import { expandCell } from './tables.ts';
import { type Answer, byRole, world } from './world.ts';

let readOnly: Set<unknown>;
beforeAll(async () => {
  const stable = await world.sql(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and provolatile <> 'v'`,
  );
  readOnly = new Set(stable.map(({ proname }) => proname));
});

/** Summarizes a response: the customers it names, otherwise its numbers, otherwise the number of rows; a scalar as itself. */
function summarize(answer: Answer): string {
  const { status, body } = answer;
  if (body?.code === 'PGRST124') return body.details.match(/\d+/)[0];
  if (status >= 400) return body.message;
  if (typeof body !== 'object' || body === null) return /^"\d{4}-/.test(answer.text) ? 'a time' : String(body);
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  const owners = ['acme', 'globex', 'initech'].filter((name) => answer.text.includes(name));
  if (owners.length > 0) return owners.join(' ');
  if (rows.length === 0) return 'none';
  if (typeof rows[0] === 'string') return rows.map(world.nameOf).join(' ');
  const values = rows.flatMap((row) => Object.values(row as object));
  return values.every((value) => typeof value === 'number' || typeof value === 'boolean')
    ? values.join(' ')
    : `${rows.length} rows`;
}

function describeOutcome(role: Role, name: string, answer: Answer): string {
  const found = summarize(answer);
  if (answer.body?.code === '42501') expect(answer.status).toBe(isAnonymous(role) ? 401 : 403);
  return found === `permission denied for function ${name}` ? 'denied' : found;
}

const asText = (value: unknown) => {
  if (Array.isArray(value))
    return value.some((one) => one === 'globex' || typeof one === 'object') ? JSON.stringify(value) : `{${value}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Rolls back a function that returns rows. A read-only function returns the same by GET; GET fails for the others. */
async function call(role: Role, name: string, body: Record<string, unknown>): Promise<string> {
  const prefer = name === 'duplicate_campaign' ? 'handling=strict, max-affected=0' : 'count=exact';
  const target = `/rest/v1/rpc/${name}`;
  const outcome = describeOutcome(
    role,
    name,
    await world.request(role, `POST ${target}`, { body, headers: { prefer } }),
  );
  const query = new URLSearchParams(Object.entries(body).map(([key, value]) => [key, asText(value)]));
  const read = await world.request(role, `GET ${target}?${query}`);
  if (readOnly.has(name)) expect(describeOutcome(role, name, read)).toBe(outcome);
  else expect(read.status).toBeGreaterThanOrEqual(400);
  return outcome;
}

const calls = Object.entries(functions)
  .flatMap(([name, rules]) =>
    rules.map(([body, cells], index) => {
      const stranger = cells[STRANGER] ?? '';
      const own = roleCells[name]?.[index] ?? {};
      return { name, body, own, cells: [...cells, guestCells[name]?.[index] ?? stranger, stranger] };
    }),
  )
  .map((row, turn) => ({ ...row, turn, title: `${row.name}(${JSON.stringify(row.body)})` }));

describe('every function, for each kind of role (S6.33)', () => {
  test.each(calls.map((row) => [row.title, row] as const))('%s', async (_, { name, body, own, cells, turn }) => {
    const cellsByRole = columns.flatMap((roles, column) =>
      roles.map((role) => {
        const cell = own[role] ?? cells[column] ?? '';
        return [role, cell === 'denied' ? cell : expandCell(cell, '')];
      }),
    );
    const expected: Record<string, string> = Object.fromEntries(cellsByRole);
    const asking = askingRoles(expected, turn);
    const some = (chosen: (role: Role) => boolean) =>
      byRole((role) => call(role, name, world.withIds(body)), asking.filter(chosen));
    const before = await world.digest();
    const others = await some((role) => !isAdmin(role));
    expect(await world.digest()).toBe(before);
    expect({ ...others, ...(await some(isAdmin)) }).toEqual(
      Object.fromEntries(asking.map((role) => [role, expected[role]])),
    );
  });
});

describe('edge functions', () => {
  const importing = {
    customerId: ':globex',
    fileName: 'x.csv',
    importType: 'leads',
    columnMapping: { Name: 'name' },
    csvData: 'Name\nBea\n',
    dryRun: true,
  };
  const inviting = {
    email: 'guest@globex.test',
    customerName: 'globex',
    inviterName: 'x',
    token: ':globex token',
    expiresAt: '2100-01-01T00:00:00Z',
  };
  const signIn = '401 Sign in first: there is no valid token';
  const file = { customerId: ':globex', handOffId: ':globex', file: 0, isForSpreadsheet: false };
  const endpoints = {
    'hand-off-file': [file, '404 There is no such file', '403 Only an administrator can hand off leads'],
    'import-csv-data': [importing, '200 undefined', '403 Only an administrator can import'],
    'review-link': [
      { action: 'mail', link: ':globex' },
      '404 There is no such review link',
      '403 Only an administrator or an approver can send review links',
    ],
    'send-invitation': [inviting, '404 There is no such invitation', '403 Only an administrator can send invitations'],
  } as const;

  test('the matrix lists every function', () => {
    const folder = path.resolve(import.meta.dirname, '../../../supabase/functions');
    const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    // Our own server has workers in place of run-jobs and send-outbox, and a page in place of unsubscribe.
    const hosted = ['run-jobs', 'send-outbox', 'unsubscribe'];
    expect(found.map(({ name }) => name).sort()).toEqual([...Object.keys(endpoints), ...hosted].sort());
  });

  test.each(Object.entries(endpoints))('%s is for administrators only', async (name, [body, forAdmins, forOthers]) => {
    const before = await world.digest();
    const found = await byRole(async (role) => {
      const answer = await world.request(role, `POST /functions/v1/${name}`, { body: world.withIds(body) });
      return `${answer.status} ${answer.body.error}`;
    });
    const expectedFor = (role: Role) => (isAdmin(role) ? forAdmins : isAnonymous(role) ? signIn : forOthers);
    expect(found).toEqual(Object.fromEntries(roles.map((role) => [role, expectedFor(role)])));
    expect(await world.digest()).toBe(before);
  });
});

test.each([
  ['GET /admin/users'],
  ['POST /admin/users', { email: 'x@example.test', password: 'a good password' }],
  ['GET /admin/users/:neighbour'],
  ['PUT /admin/users/:neighbour', { app_metadata: { role: 'admin' } }],
  ['DELETE /admin/users/:neighbour'],
  ['GET /admin/users/:halfway/factors'],
  ['POST /admin/generate_link', { type: 'recovery', email: 'neighbour@example.test' }],
  ['POST /invite', { email: 'x@example.test' }],
])('only the service role can use the accounts’ admin API: %s', async (request, body?: unknown) => {
  const target = request.replace(/:(\w+)/, (_, name: string) => world.id(name)).replace(' ', ' /auth/v1');
  const before = await world.digest();
  const found = await byRole(async (role) => (await world.request(role, target, { body })).status);
  expect(found).toEqual(Object.fromEntries(roles.map((role) => [role, role === 'anonymous' ? 401 : 403])));
  expect(await world.digest()).toBe(before);
});

test('the matrix lists every function that a role of the API can execute (S6.33)', async () => {
  const rows = await world.sql(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and exists (select from unnest('{anon,authenticated,service_role}'::text[]) role where has_function_privilege(role, oid, 'execute'))
     order by proname collate "C"`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(functions).sort());
});
