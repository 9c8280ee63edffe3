import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  baselineMigrations,
  compareCatalogs,
  LAST_COMMIT,
  readCatalog,
} from '#server/database/setup/baseline/baseline.ts';
import catalog from '#server/database/setup/baseline/catalog.json' with { type: 'json' };
import replaced from '#server/database/setup/baseline/replaced.json' with { type: 'json' };
import { migrate, ownScripts, pendingMigrations } from '#server/database/setup/migrate.ts';
import { productMigrations } from '#server/database/setup/migration-files.ts';
import { onOneConnection, ownerOf } from '#server/database/setup/owner.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { makeFormerDatabase } from '../support/former-database.ts';

const server = inject('cluster').url;
let name: string;
let client: pg.Client;
const url = () => inDatabase(server, name);
const migrateIt = () => onOneConnection(url(), migrate);

/** Before each test, creates a database from a template. */
const useDatabase = (template: () => string) => {
  beforeEach(async () => {
    name = `leadlight_upgrade_${randomBytes(4).toString('hex')}`;
    await asOwner(server, (owner) =>
      owner.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template ${template()}`),
    );
    client = new pg.Client({ connectionString: url() });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await asOwner(server, (owner) => owner.query(`drop database ${name} with (force)`));
  });
};

type Row = Record<string, unknown>;
const rowsOf = async (text: string, database = client) => (await database.query<Row>(text)).rows;

const applied = (database = client) =>
  rowsOf('select version, name, checksum from supabase_migrations.schema_migrations order by version', database);

/** The tables, each with its columns. */
const tablesOf = () =>
  rowsOf(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
     where table_schema in ('auth', 'private', 'public') group by 1 order by 1`,
  );

/** The number of rows and a checksum of each table, of these columns. A deleted row may have columns that were added. */
async function content(tables: Row[]): Promise<Record<string, unknown>> {
  const sums: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    const known = name === 'private.deleted_rows' ? String(columns).replace('content', `content - 'custom'`) : columns;
    [sums[name as string]] = await rowsOf(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) from (select ${known} from ${name}) t`,
    );
  }
  return sums;
}

/** Every object by name, as PostgreSQL's own views and functions describe it. */
const LISTS = {
  columns: `select table_schema, table_name, ordinal_position, column_name, data_type, udt_name, column_default, is_nullable, generation_expression, is_identity, collation_name
    from information_schema.columns`,
  constraints: `select conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated from pg_constraint where conrelid <> 0`,
  indexes: 'select indexdef from pg_indexes',
  policies: 'select * from pg_policies',
  // The brackets of conditions: a restored dump has fewer.
  triggers: `select tgname, tgrelid::regclass, translate(pg_get_triggerdef(oid), '()', '') from pg_trigger where not tgisinternal`,
  functions: `select pg_get_functiondef(oid), array(select acl::text from unnest(proacl) acl order by 1) from pg_proc where prokind = 'f' and pronamespace in ('private'::regnamespace, 'public'::regnamespace)`,
  views: `select viewname, definition from pg_views where schemaname in ('private', 'public')`,
  rights:
    'select table_schema, table_name, grantee, privilege_type, is_grantable from information_schema.table_privileges',
  columnRights:
    'select table_schema, table_name, column_name, grantee, privilege_type from information_schema.column_privileges',
  schemas: `select nspname, array(select acl::text from unnest(nspacl) acl order by 1) from pg_namespace where nspname in ('auth', 'extensions', 'private', 'public')`,
  comments:
    'select classoid::regclass, pg_describe_object(classoid, objoid, objsubid), description from pg_description where objoid >= 16384',
  security: `select oid::regclass, relrowsecurity, relforcerowsecurity, reloptions from pg_class where relnamespace in ('private'::regnamespace, 'public'::regnamespace)`,
  sequences: 'select schemaname, sequencename, data_type, increment_by from pg_sequences',
  defaultRights: 'select defaclrole::regrole, defaclnamespace, defaclacl from pg_default_acl',
  extensions: 'select extname, extnamespace::regnamespace from pg_extension',
};

async function listObjects(database: pg.Client): Promise<Record<string, string[]>> {
  await database.query(`set search_path = ''`);
  const lists: Record<string, string[]> = {};
  for (const [kind, text] of Object.entries(LISTS)) {
    lists[kind] = (await rowsOf(text, database)).map((row) => JSON.stringify(row)).sort();
  }
  return lists;
}

describe('a database with all former migrations', () => {
  let former: Awaited<ReturnType<typeof makeFormerDatabase>>;
  beforeAll(async () => {
    former = await makeFormerDatabase(server);
  });
  afterAll(() => former.drop());
  useDatabase(() => former.name);

  /** Expects an error of the start, after which the database is as before. */
  async function expectRejected(message: string): Promise<void> {
    const before = await applied();
    await expect(migrateIt()).rejects.toThrow(message);
    expect(await applied()).toEqual(before);
  }

  const onFreshDatabase = async <T>(work: (fresh: pg.Client) => Promise<T>): Promise<T> => {
    const fresh = `${name}_fresh`;
    await asOwner(server, (owner) => owner.query(`create database ${fresh} template ${inject('cluster').template}`));
    try {
      return await asOwner(inDatabase(server, fresh), work);
    } finally {
      await asOwner(server, (owner) => owner.query(`drop database ${fresh} with (force)`));
    }
  };

  test('becomes one of the baseline, with its rows', async () => {
    expect((await applied()).map(({ version }) => version)).toEqual(Object.keys(replaced));
    const tables = await tablesOf();
    const before = await content(tables);
    expect(Object.entries(before).filter(([table, sum]) => !table.startsWith('auth.') && !(sum as Row).rows)).toEqual(
      [],
    );
    expect((await pendingMigrations(ownerOf(url()))).length).toBe(productMigrations().length);

    expect(await migrateIt()).toBe(productMigrations().length - baselineMigrations().length);
    expect(await content(tables)).toEqual(before);
    expect(await pendingMigrations(ownerOf(url()))).toEqual([]);
    expect(await applied()).toEqual(await onFreshDatabase(applied));
    expect(await migrateIt()).toBe(0);
  });

  test('then has the same objects as a fresh one, by name, and columns in the same order', async () => {
    await migrateIt();
    const upgraded = await listObjects(client);
    const fresh = await onFreshDatabase(listObjects);
    for (const [kind, list] of Object.entries(upgraded)) expect([kind, list]).toEqual([kind, fresh[kind]]);
    expect(upgraded.columns?.length).toBeGreaterThan(200);
    expect(upgraded.functions?.length).toBeGreaterThan(150);
  });

  test.each([
    ['alter table public.leads add column later int', 'table public.leads (changed)'],
    [
      'alter table public.leads alter column notes set default $$none$$',
      'keys, triggers and rights of table public.leads (changed)',
    ],
    ['alter table public.leads drop constraint leads_notes_length', 'table public.leads (changed)'],
    ['drop index public.leads_audience_idx', 'table public.leads (changed)'],
    ['drop trigger set_updated_at on public.leads', 'keys, triggers and rights of table public.leads (changed)'],
    [
      'drop policy "Admins manage every lead" on public.leads',
      'keys, triggers and rights of table public.leads (changed)',
    ],
    ['grant select on public.leads to anon', 'keys, triggers and rights of table public.leads (changed)'],
    [
      'grant update (expires_at) on public.impersonations to authenticated',
      'keys, triggers and rights of table public.impersonations (changed)',
    ],
    [`comment on column public.leads.notes is 'x'`, 'table public.leads (changed)'],
    ['alter table public.comments disable row level security', 'table public.comments (changed)'],
    ['create table public.notes ()', 'table public.notes (additional)'],
    ['drop view public.campaign_counts', 'view public.campaign_counts (missing)'],
    ['grant execute on function private.caller_id() to anon', 'function private.caller_id() (changed)'],
    ['alter function public.undo_import(uuid) security invoker', 'function public.undo_import(uuid) (changed)'],
    [
      `create or replace function private.has_text(value text) returns boolean language sql immutable parallel safe return true`,
      'function private.has_text(text) (changed)',
    ],
    ['drop trigger keep_profile on auth.users', 'keys, triggers and rights of auth.users (changed)'],
    ['grant usage on schema private to anon', 'keys, triggers and rights of schema private (changed)'],
  ])('does not start after: %s', async (statement, difference) => {
    await client.query(statement);
    await expectRejected(
      `The schema of the database is not that of its migrations: ${difference}. Undo these changes, then start again.`,
    );
  });

  test('names up to ten differences', async () => {
    await client.query(`do $$ begin
      for number in 10..21 loop execute format('create table public.notes_%s ()', number); end loop;
    end $$`);
    await expectRejected('table public.notes_19 (additional); and 2 more. Undo these changes');
  });

  test('may have constraints that are not validated, objects of extensions and versions without a checksum', async () => {
    await client.query(`alter table public.companies drop constraint companies_name_length,
        add constraint companies_name_length check (char_length(name) <= 500) not valid;
      create extension citext with schema public`);
    await client.query('update supabase_migrations.schema_migrations set checksum = null');
    await migrateIt();
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });

  test('is marked by one of several instances that start together', async () => {
    const counts = await Promise.all([migrateIt(), migrateIt(), migrateIt()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(
      productMigrations().length - baselineMigrations().length,
    );
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });

  test('except the last one does not start, and the error names the commit to start', async () => {
    await client.query(
      `delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)`,
    );
    await expectRejected(`start commit ${LAST_COMMIT} on it once, then this version (docs/operations.md).`);
    await expect(pendingMigrations(ownerOf(url()))).rejects.toThrow(`start commit ${LAST_COMMIT}`);
  });

  test('and another checksum or a further migration does not start', async () => {
    await client.query(
      `update supabase_migrations.schema_migrations set checksum = 'other' where version = '20260101000500'`,
    );
    await expectRejected(
      'The database has applied another migration 20260101000500 than the one that this version replaces',
    );
    await client.query(`update supabase_migrations.schema_migrations set checksum = null;
      insert into supabase_migrations.schema_migrations (version) values ('20261201000000')`);
    await expectRejected('The database has migration 20261201000000 besides those that this version replaces');
  });

  test('that is distributed is compared by columns, checks and functions', async () => {
    const coordinator = readFileSync(
      path.resolve(import.meta.dirname, '../../tools/distribute/coordinator.sql'),
      'utf8',
    );
    await client.query(coordinator);
    await client.query(`drop policy "Admins manage every lead" on public.leads;
      alter table public.leads drop constraint leads_import_id_fkey, alter column import_id set default gen_random_uuid();
      alter table public.leads add column later int`);
    await expectRejected('table public.leads (changed)');
    await client.query('alter table public.leads drop column later');
    await migrateIt();
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });
});

describe('an empty database', () => {
  useDatabase(() => 'template0');

  test('has the catalog that a former one is compared with, after the baseline', async () => {
    await migrate(ownerOf(url()), baselineMigrations());
    const found = await ownerOf(url())(readCatalog);
    expect(compareCatalogs(found, catalog, false)).toEqual([]);
  });

  test('pending sign-ins of an earlier version continue, except links without a session and those of deleted users', async () => {
    await migrate(ownerOf(url()), [], ownScripts.slice(0, 1));
    const user = randomUUID();
    await client.query('insert into auth.users (id) values ($1)', [user]);
    const insert = async (userId: string | null, linkTo: string | null) => {
      const id = randomUUID();
      await client.query(
        `insert into auth.flow_state (id, user_id, linking_target_id, provider_type, authentication_method) values ($1, $2, $3, 'provider', 'oauth')`,
        [id, userId, linkTo],
      );
      return id;
    };
    for (const [userId, linkTo] of [
      [randomUUID(), null],
      [null, user],
      [user, user],
    ] as const) {
      await insert(userId, linkTo);
    }
    const left = [await insert(null, null), await insert(user, null)];
    await migrateIt();
    const { rows } = await client.query<{ id: string }>('select id from auth.flow_state');
    expect(rows.map(({ id }) => id).sort()).toEqual(left.sort());
  });

  test('pending confirmations of an earlier version keep the password of their sign-up, those of invitations nothing', async () => {
    await migrate(ownerOf(url()), [], ownScripts.slice(0, 2));
    await client.query(
      `with account as (
         insert into auth.users (id, encrypted_password, invited_at)
         values (gen_random_uuid(), 'signed up', null), (gen_random_uuid(), 'invited', now()), (gen_random_uuid(), null, null)
         returning id, encrypted_password as name)
       insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
       select gen_random_uuid(), id, type, 'hash', coalesce(name, 'no password')
       from account, (values ('confirmation_token'::auth.one_time_token_type), ('recovery_token')) types (type)`,
    );
    await migrateIt();
    const { rows } = await client.query(
      `select relates_to, token_type, credential from auth.one_time_tokens where credential <> ''`,
    );
    expect(rows).toEqual([
      { relates_to: 'signed up', token_type: 'confirmation_token', credential: 'password:signed up' },
    ]);
  });

  test('hand-offs of an earlier version get a row for each of their leads, its flag and its counts, and results their days and numbers', async () => {
    const before = productMigrations().filter(({ version }) => version < '20261129010100');
    await migrate(ownerOf(url()), before);
    const [customer, campaign, first, second, ended, ada, bob, cy, dee] = Array.from({ length: 9 }, () => randomUUID());
    await client.query(`insert into public.customers (id, name) values ($1, 'Acme')`, [customer]);
    for (const [id, state, week] of [
      [first, 'ready', '2026-10-05'],
      [second, 'ready', '2026-10-12'],
      [ended, 'void', '2026-10-19'],
    ]) {
      await client.query(
        `insert into public.hand_offs (id, customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, ready_at, ended_at)
         values ($1, $2, $3, '', '[]', '{"tool": {"name": "Own"}}', false, $4, $5::date, case when $4 = 'void' then now() end)`,
        [id, customer, campaign, state, week],
      );
      await client.query(
        `insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, name, email_key, cells, reason)
         select $1, row_number() over (), $2, id, name, lower(name) || '@x.test', case when name <> 'Cy' then array['x'] end, case name when 'Cy' then 'changed' end
         from unnest($3::uuid[], '{Ada,Bob,Cy,Dee}'::text[]) as lead (id, name)`,
        [id, customer, [ada, bob, cy, dee]],
      );
    }
    // Leads were marked by the first one only. Ada has unsubscribed in the second one, Dee in the first, and Bob was rejected.
    await client.query(
      `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, handed_off_at, name, email_key, audience, flag, flagged_at) values
         ($1, $2, $3, $4, '2026-10-05', 'Ada', 'ada@x.test', 'Founders', 'do_not_contact', '2026-10-20'),
         ($1, $2, $5, $4, '2026-10-05', 'Bob', 'bob@x.test', null, 'rejected', '2026-10-21'),
         ($1, $2, $6, $4, '2026-10-05', 'Dee', 'dee@x.test', null, null, null)`,
      [customer, campaign, ada, first, bob, dee],
    );
    await client.query(
      `insert into public.do_not_contact (customer_id, kind, value, source) select $1, 'email', name || '@x.test', 'unsubscribed' from unnest('{ada,dee}'::text[]) name`,
      [customer],
    );
    await client.query('update public.handed_off_leads set flag = null, flagged_at = null where lead_id = $1', [dee]);
    for (const [handOff, lead, at, reportedAt, ...kinds] of [
      [first, ada, '2026-10-13T00:00:00Z', '2027-10-20T00:00:00Z', 'contacted'],
      [first, ada, '2026-10-14T09:00:00Z', '2026-10-21T00:00:00Z', 'replied'],
      [second, ada, null, '2026-10-20T00:00:00Z', 'contacted', 'unsubscribed'],
      [first, dee, null, '2026-10-20T00:00:00Z', 'unsubscribed'],
    ]) {
      await client.query(
        `with upload as (
           insert into public.result_uploads (customer_id, hand_off_id, tool, file_name, mapping, created_at)
           values ($1, $2, 'Own', coalesce($3, 'none'), '{}', $4) returning id
         )
         insert into public.hand_off_results (customer_id, hand_off_id, lead_id, kind, at, reported_at, upload_id, tool, campaign_id, audience)
         select $1, $2, $5, kind, $3::timestamptz, $4, id, 'Own', $6, 'Founders' from upload, unnest($7::text[]) kind`,
        [customer, handOff, at, reportedAt, lead, campaign, kinds],
      );
    }
    await migrateIt();
    const marks = await rowsOf(
      `select name, hand_off_id = '${first}' as is_first, (handed_off_at at time zone 'UTC')::date::text as day, audience, flag, (flag is null) = (flagged_at is null) as is_dated
       from public.handed_off_leads where email_key = lower(name) || '@x.test' order by name, handed_off_at`,
    );
    expect(marks.map(({ is_dated, ...mark }) => [...Object.values(mark), is_dated])).toEqual([
      ['Ada', true, '2026-10-05', 'Founders', 'do_not_contact', true],
      ['Ada', false, '2026-10-12', 'Founders', null, true],
      ['Bob', true, '2026-10-05', null, 'rejected', true],
      ['Bob', false, '2026-10-12', null, 'rejected', true],
      ['Dee', true, '2026-10-05', null, null, true],
      ['Dee', false, '2026-10-12', null, 'do_not_contact', true],
    ]);
    const counters = await rowsOf(
      'select part, week::text, audience, handed_off::int, contacted::int, replied::int from private.result_counters order by part, week, audience',
    );
    expect(counters.map((counter) => Object.values(counter))).toEqual([
      ['audience', '2026-10-05', 'Founders', 1, 0, 0],
      ['audience', '2026-10-05', null, 2, 0, 0],
      ['audience', '2026-10-12', 'Founders', 0, 1, 1],
      ['campaign', '2026-10-05', null, 3, 0, 0],
      ['campaign', '2026-10-12', null, 0, 1, 1],
      ['total', '2026-10-05', null, 3, 0, 0],
      ['total', '2026-10-12', null, 0, 1, 1],
    ]);
    expect(await rowsOf('select at::text from public.hand_off_results where is_day')).toEqual([
      { at: '2026-10-13 00:00:00+00' },
    ]);
    const uploads = await rowsOf(
      `select hand_off_id, file_name, number from public.result_uploads order by created_at, hand_off_id <> '${first}'`,
    );
    expect(uploads.map((upload) => Object.values(upload))).toEqual([
      [first, 'none', 1],
      [second, 'none', 1],
      [first, '2026-10-14T09:00:00Z', 2],
      [first, '2026-10-13T00:00:00Z', 3],
    ]);
  }, 120_000);
});
