// Tests of the part of a request that a distributed database adds. They need no Citus, so that they run on the PostgreSQL of the other tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePool, openPool } from '#server/database/connections/pool.ts';
import type { CallerRequest } from '#server/database/connections/rows.ts';
import { openLogin } from '#server/database/setup/login.ts';
import { type Owner, openOwner } from '#server/database/setup/owner.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { populate } from '../support/population.ts';
import { launch } from '../support/server.ts';
import { textRows } from './text-rows.ts';

const functionsSql = ['nodes', 'coordinator']
  .map((name) => readFileSync(path.resolve(import.meta.dirname, `../../tools/distribute/${name}.sql`), 'utf8'))
  .join('\n');

/** Values that would give all rights, for each setting that a policy, trigger or function reads. */
const POISON = {
  'leadlight.is_admin': 't',
  'leadlight.user_id': '00000000-0000-4000-8000-000000000001',
  'leadlight.customer_ids': '{00000000-0000-4000-8000-000000000001}',
  'leadlight.review_customer_ids': '{00000000-0000-4000-8000-000000000001}',
  'leadlight.approval_customer_ids': '{00000000-0000-4000-8000-000000000001}',
  'leadlight.impersonation': '00000000-0000-4000-8000-000000000001 00000000-0000-4000-8000-000000000002',
  'leadlight.restoring': 'on',
  'leadlight.undoing': 'on',
};

let clone: Clone;
let owner: Owner;
let database: DatabasePool;
let ids: Map<string, string>;
let names: string[];
const id = (name: string) => ids.get(name) ?? '';

/** The functions that the API cannot call directly, such as `private.is_admin`. */
async function functionNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select 'private.' || proname as name from pg_proc where pronamespace = 'private'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = openOwner(clone.url);
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  ids = await populate(client);
  names = await functionNames(client);
  await client.query(functionsSql);
  for (const [name, value] of Object.entries(POISON)) {
    await client.query(`alter role authenticator in database ${client.database} set "${name}" to '${value}'`);
  }
  await client.end();
  const connectionString = await openLogin(clone.url);
  const limits = { size: 8, statementTimeoutSeconds: 5, statementBudgetSeconds: 1_000 };
  database = openPool({ connectionString, ...limits, isDistributed: true });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

type Options = Pick<CallerRequest, 'review'> & { headers?: object; values?: string[] };

/** Runs a statement as a user of the test population, or without a user. */
const send = async (name: string, text: string, { headers = {}, values = [], review }: Options = {}) => {
  const role = name === 'service' ? 'service_role' : ids.has(name) ? 'authenticated' : 'anon';
  const claims = role === 'authenticated' ? { sub: id(name), session_id: id(name), aal: 'aal1' } : {};
  const rows = await textRows(database, {
    caller: { kind: 'user', id: name },
    settings: {
      role,
      'request.jwt.claims': JSON.stringify({ role, ...claims }),
      'request.headers': JSON.stringify(headers),
    },
    statement: { text, values },
    review,
  });
  return { rows };
};

const SETTINGS = `select ${Object.keys(POISON)
  .map((name) => `current_setting('${name}')`)
  .join(', ')}`;

test('a request has the rights of its claims alone, whatever the connection has as settings', async () => {
  const rows = await textRows(database, {
    caller: { kind: 'server' },
    settings: { role: 'anon' },
    statement: { text: SETTINGS, values: [] },
  });
  expect(rows).toEqual([['f', '', '{}', '{}', '{}', '', '', '']]);
  expect((await send('anonymous', SETTINGS)).rows).toEqual([['f', '', '{}', '{}', '{}', '', '', '']]);
  expect((await send('service', SETTINGS)).rows).toEqual([['f', '', '{}', '{}', '{}', '', '', '']]);
  expect((await send('stranger', SETTINGS)).rows).toEqual([['f', id('stranger'), '{}', '{}', '{}', '', '', '']]);
  const acme = `{${id('acme')}}`;
  expect((await send('member', SETTINGS)).rows).toEqual([['f', id('member'), acme, acme, acme, '', '', '']]);
  expect((await send('admin', SETTINGS)).rows).toEqual([['t', id('admin'), '{}', '{}', '{}', '', '', '']]);
});

test('the functions that policies on Citus use return the rights of the request', async () => {
  const text =
    'select private.request_user_id(), private.request_is_admin(), private.request_customer_ids(), private.request_review_customer_ids(), private.request_approval_customer_ids()';
  const acme = `{${id('acme')}}`;
  expect((await send('member', text)).rows).toEqual([[id('member'), 'f', acme, acme, acme]]);
  expect((await send('admin', text)).rows).toEqual([[id('admin'), 't', '{}', '{}', '{}']]);
  const setRole = (role: string) =>
    owner((query) => query('update public.customer_users set role = $1 where user_id = $2', [role, id('member')]));
  await setRole('reviewer');
  expect((await send('member', text)).rows).toEqual([[id('member'), 'f', acme, acme, '{}']]);
  await setRole('viewer');
  expect((await send('member', text)).rows).toEqual([[id('member'), 'f', acme, '{}', '{}']]);
  await setRole('approver');
});

test('only an impersonation of the administrator’s own is sent to the nodes', async () => {
  const setting = `select current_setting('leadlight.impersonation')`;
  const { rows } = await owner((query) =>
    query<{ id: string }>(`insert into public.impersonations (admin_id, customer_id) values ($1, $2) returning id`, [
      id('admin'),
      id('acme'),
    ]),
  );
  const headers = { 'x-impersonation-id': rows[0]?.id };
  expect((await send('admin', setting, { headers })).rows).toEqual([[`${rows[0]?.id} ${id('acme')}`]]);
  expect((await send('colleague', setting, { headers })).rows).toEqual([['']]);
  expect((await send('admin', setting, { headers: { 'x-impersonation-id': `' or true` } })).rows).toEqual([['']]);
  expect((await send('admin', setting)).rows).toEqual([['']]);
});

test('a request is one transaction, which a failed statement or commit rolls back', async () => {
  await owner((query) =>
    query(`create table public.notes (id int primary key, parent int references public.notes deferrable initially deferred);
      grant all on public.notes to authenticated`),
  );
  const add = (row: number, parent: number) => `insert into public.notes values (${row}, ${parent}) returning id`;
  const stored = async () => (await send('admin', 'select id from public.notes order by id')).rows.flat();
  expect((await send('admin', add(1, 1))).rows).toEqual([['1']]);
  await expect(send('admin', add(1, 1))).rejects.toMatchObject({ code: '23505' });
  await expect(send('admin', add(2, 9))).rejects.toMatchObject({ code: '23503' });
  await expect(send('admin', 'select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(send('admin', 'selec')).rejects.toMatchObject({ code: '42601' });
  const review = () => {
    throw new Error('not these');
  };
  await expect(send('admin', add(3, 3), { review })).rejects.toThrow('not these');
  expect((await send('admin', add(4, 4), { review: () => {} })).rows).toEqual([['4']]);
  expect(await stored()).toEqual(['1', '4']);
  const { rows } = await owner((query) =>
    query(
      `select count(*)::int from pg_stat_activity where usename = 'authenticator' and state like 'idle in%' and datname = current_database()`,
    ),
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('an error names the table and not its shard', async () => {
  await owner((query) =>
    query(`create table public.parts_102008 (id int primary key, parent int constraint parts_parent_fkey_102008 references public.parts_102008);
      grant all on public.parts_102008 to authenticated`),
  );
  await expect(send('admin', 'insert into public.parts_102008 values (1, 9)')).rejects.toMatchObject({
    message: 'insert or update on table "parts" violates foreign key constraint "parts_parent_fkey"',
    detail: 'Key (parent)=(9) is not present in table "parts".',
  });
});

const functionsWhere = async (condition: string) => {
  const { rows } = await owner((query) =>
    query<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) and ${condition} order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
};

test('no function changes a setting, except to enter a request, to restore rows, to undo decisions, to remove values, to count written bytes and to lease an email', async () => {
  expect(
    await functionsWhere(
      String.raw`prosrc ~* '\mset_config\M|\mset\s+(local|session|"?(request|leadlight))|\mpg_settings\M'`,
    ),
  ).toEqual(['change_step', 'enter', 'insert_deleted', 'remove_custom_values', 'take_delivery', 'undo_decisions']);
});

test('the functions with dynamic SQL that a role of the API may execute are known: none takes SQL from its arguments', async () => {
  expect(
    await functionsWhere(String.raw`prosrc ~* '\mexecute\M' and exists (
      select from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) role where has_function_privilege(role, pg_proc.oid, 'execute')
    )`),
  ).toEqual([
    'activity_feed',
    'approve_rest',
    'approved_leads_without',
    'count_approved_leads_without',
    'count_companies_among',
    'count_custom_values',
    'count_leads_among',
    'delete_rows',
    'enter',
    'longest_lead_values',
    'remove_custom_values',
    'request_sees_company',
    'request_sees_lead',
    'search_companies',
    'search_leads',
    'system_version',
  ]);
});

test('an own function of a distributed database is none that a plain one has', async () => {
  const own = [...functionsSql.matchAll(/^create or replace function (private\.\w+)/gm)].map(([, name]) => name);
  expect(own.length).toBeGreaterThan(3);
  expect(names.filter((name) => own.includes(name))).toEqual([]);
});

test('on a node without accounts the impersonation is that of the settings', async () => {
  const found = await owner(async (query) => {
    await query('alter table public.impersonations rename to gone');
    const { rows } = await query(
      `select private.impersonation_of('00000000-0000-4000-8000-000000000002') as named,
         private.impersonation_of('00000000-0000-4000-8000-000000000003') as other
       from set_config('leadlight.impersonation', $1, true)`,
      [POISON['leadlight.impersonation']],
    );
    await query('alter table public.gone rename to impersonations');
    return rows;
  });
  expect(found).toEqual([{ named: '00000000-0000-4000-8000-000000000001', other: null }]);
});

test('the server merges the counters of each shard, except rows that another transaction has locked', async () => {
  await owner(async (query) => {
    await query(`set local allow_system_table_mods = on;
      create function pg_catalog.run_command_on_shards(relation regclass, command text, out success boolean, out result text)
      language plpgsql as $$ begin
        execute format(command, relation);
        success := true;
      end $$;
      truncate public.lead_counters, private.decision_counters`);
    await query(
      `insert into public.lead_counters (customer_id, audience, total, approved, reviewed)
       select $1::uuid, audience, 2, change, 1 from unnest(array['Founders', null]) audience, unnest(array[1, 1, -1]) change`,
      [id('acme')],
    );
    await query(
      `insert into private.decision_counters (customer_id, week, approved, rejected)
       values ($1::uuid, '2026-01-05', 1, 0), ($1, '2026-01-05', -1, 0), ($1, '2026-01-12', 1, 0), ($1, '2026-01-12', 0, 2)`,
      [id('acme')],
    );
  });
  const stored = async (text: string) => (await owner((query) => query(text))).rows;
  const folder = mkdtempSync(path.join(tmpdir(), 'leadlight-merge-'));
  const server = await owner(async (query) => {
    await query(`select from public.lead_counters where audience = 'Founders' for update`);
    const launched = launch({ DATABASE_URL: clone.url, DATA_DIR: folder });
    await expect
      .poll(() => stored('select week::text, approved, rejected from private.decision_counters'), { timeout: 60_000 })
      .toEqual([{ week: '2026-01-12', approved: '1', rejected: '2' }]);
    return launched;
  });
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true });
  const founders = { audience: 'Founders', total: '2', reviewed: '1' };
  expect(
    await stored('select audience, total, approved, reviewed from public.lead_counters order by audience, approved'),
  ).toEqual([
    { ...founders, approved: '-1' },
    { ...founders, approved: '1' },
    { ...founders, approved: '1' },
    { audience: null, total: '6', approved: '1', reviewed: '3' },
  ]);
}, 90_000);
