import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { LAST_COMMIT } from '#server/database/setup/adopt.ts';
import { migrate, ownScripts, pendingMigrations } from '#server/database/setup/migrate.ts';
import { productMigrations } from '#server/database/setup/migration-files.ts';
import { onOneConnection, openOwner } from '#server/database/setup/owner.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { makeFormerDatabase } from '../support/former-database.ts';

const server = inject('cluster').url;
let name: string;
let client: pg.Client;
const url = () => inDatabase(server, name);
const migrateIt = () => onOneConnection(url(), migrate);

/** Creates a database from a template before each test. */
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
const readRows = async (text: string, database = client) => (await database.query<Row>(text)).rows;

const applied = (database = client) =>
  readRows('select version, name, checksum from supabase_migrations.schema_migrations order by version', database);

/** The tables, each with its columns. */
const tableNames = () =>
  readRows(
    `select format('%I.%I', table_schema, table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
     where table_schema in ('auth', 'private', 'public') group by 1 order by 1`,
  );

/** The number of rows and a checksum of each table. */
async function content(tables: Row[]): Promise<Record<string, unknown>> {
  const sums: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    [sums[name as string]] = await readRows(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) from (select ${columns} from ${name}) t`,
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
    lists[kind] = (await readRows(text, database)).map((row) => JSON.stringify(row)).sort();
  }
  return lists;
}

describe('a database of the schema before the initial migration', { timeout: 120_000 }, () => {
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

  const expectAdopted = async () => {
    await migrateIt();
    await client.query('alter table public.companies validate constraint companies_name_length');
    const found = await listObjects(client);
    const fresh = await onFreshDatabase(listObjects);
    for (const [kind, list] of Object.entries(found)) expect([kind, list]).toEqual([kind, fresh[kind]]);
    return found;
  };

  test('a start replaces the history of a former database and keeps its rows', async () => {
    expect((await applied()).length).toBe(83);
    const tables = await tableNames();
    const before = await content(tables);
    expect(Object.entries(before).filter(([table, sum]) => !table.startsWith('auth.') && !(sum as Row).rows)).toEqual(
      [],
    );
    expect(await pendingMigrations(openOwner(url()))).toEqual(productMigrations());

    expect(await migrateIt()).toBe(productMigrations().length - 1);
    expect(await content(tables)).toEqual(before);
    expect(await pendingMigrations(openOwner(url()))).toEqual([]);
    expect(await applied()).toEqual(await onFreshDatabase(applied));
    expect(await migrateIt()).toBe(0);
  });

  test('a start gives a former database the objects of a fresh one, by name, and columns in the same order', async () => {
    const adopted = await expectAdopted();
    expect(adopted.columns?.length).toBeGreaterThan(200);
    expect(adopted.functions?.length).toBeGreaterThan(300);
  });

  test('functions, views, triggers, policies, rights and comments that were changed are made anew', async () => {
    await client.query(`
      drop trigger record_update on public.leads;
      drop policy "Admins manage every lead" on public.leads;
      alter policy "Users see their own roles" on public.user_roles using (true);
      grant select on public.leads to anon;
      grant update (expires_at) on public.impersonations to authenticated;
      comment on column public.leads.linkedin_key is 'x';
      drop view public.campaign_counts;
      grant execute on function private.caller_id() to anon;
      alter function public.undo_import(uuid) security invoker;
      alter table public.leads alter column notes set default null;
      drop trigger keep_profile on auth.users;
      grant usage on schema private to anon`);
    await expectAdopted();
  });

  test('a start rejects a former database after changes of what stays, and beside objects that the schema does not know', async () => {
    const changes = {
      'alter table public.leads add column later int': 'column public.leads.later (additional)',
      'alter table public.leads alter column notes set default $$none$$': 'column public.leads.notes (changed)',
      'alter table public.leads drop constraint leads_notes_length':
        'constraint leads_notes_length on public.leads (missing)',
      'drop index public.leads_audience_idx': 'index public.leads_audience_idx (missing)',
      'alter table public.comments disable row level security': 'table public.comments (changed)',
      'create table public.notes ()': 'table public.notes (additional)',
      'create view public.noted as select from public.leads': 'view public.noted (additional)',
      'create function public.notes() returns int language sql return 1': 'function public.notes() (additional)',
      'create trigger notes before insert on public.leads for each row execute function private.reject_change()':
        'trigger notes on public.leads (additional)',
      'create policy notes on public.leads using (true)': 'policy notes on public.leads (additional)',
    };
    await client.query(Object.keys(changes).join(';\n'));
    const { message } = (await migrateIt().catch((error: Error) => error)) as Error;
    const [, named = ''] =
      /^The schema of the database is not that of its migrations: (.*)\. Undo these changes/.exec(message) ?? [];
    expect(named.split('; ').sort()).toEqual(Object.values(changes).sort());
    expect((await applied()).length).toBe(83);
  });

  test.each([
    ['grant select on public.leads to pg_monitor', 'grant table public.leads (changed)'],
    [
      `create or replace function private.has_text(value text) returns boolean language sql immutable parallel safe return true`,
      'function private.has_text(text) (changed)',
    ],
  ])('a start rejects a former database after: %s', async (statement, difference) => {
    await client.query(statement);
    await expectRejected(`The schema of the database is not that of its migrations: ${difference}. Undo`);
  });

  test('a start names up to ten differences', async () => {
    await client.query(`do $$ begin
      for number in 10..21 loop execute format('create table public.notes_%s ()', number); end loop;
    end $$`);
    await expectRejected('table public.notes_19 (additional); and 2 more. Undo these changes');
  });

  test('a view of another schema that reads one of the product stays, and functions that it calls', async () => {
    await client.query(`create schema reports;
      create view reports.counts as select campaign_id, private.caller_id() as caller from public.campaign_counts`);
    await migrateIt();
    expect(await readRows('select count(*) > 0 as has_rows from reports.counts')).toEqual([{ has_rows: true }]);
  });

  test('objects of extensions stay, and migrations need no checksum', async () => {
    await client.query('create extension citext with schema public');
    await client.query('update supabase_migrations.schema_migrations set checksum = null');
    await migrateIt();
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });

  test('one of several instances that start together adopts a former database', async () => {
    const counts = await Promise.all([migrateIt(), migrateIt(), migrateIt()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(productMigrations().length - 1);
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });

  test('a start rejects an older schema, and the error names the commit to start', async () => {
    await client.query(
      `delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations)`,
    );
    await expectRejected(`start commit ${LAST_COMMIT} on it once, then this version (docs/operations.md).`);
    await expect(pendingMigrations(openOwner(url()))).rejects.toThrow(`start commit ${LAST_COMMIT}`);
  });

  test('functions and views of a distributed database are replaced where they differ, and its keys and policies stay', async () => {
    const file = path.resolve(import.meta.dirname, '../../tools/distribute/coordinator.sql');
    await client.query(readFileSync(file, 'utf8'));
    await client.query(`drop policy "Admins manage every lead" on public.leads;
      alter table public.leads drop constraint leads_import_id_fkey, alter column import_id set default gen_random_uuid();
      alter table public.leads rename headline to slogan`);
    await expectRejected('that of its migrations: column public.leads.headline (missing). Undo');
    const [hasText] = await readRows(`select pg_get_functiondef('private.has_text'::regproc) as text`);
    await client.query(`alter table public.leads rename slogan to headline;
      create or replace function private.has_text(value text) returns boolean language sql immutable parallel safe return true`);
    await expectRejected('that of its migrations: function private.has_text(text) (changed). Undo');
    await client.query(String(hasText?.text));
    const policies = () => readRows(`select policyname from pg_policies where tablename = 'leads' order by 1`);
    const before = await policies();
    await migrateIt();
    expect(await applied()).toEqual(await onFreshDatabase(applied));
    expect((await listObjects(client)).views).toEqual((await onFreshDatabase(listObjects)).views);
    expect(await policies()).toEqual(before);
  });

  test('later migrations that a former database has already stay in its history', async () => {
    const later = productMigrations().slice(1, 3);
    for (const { version, name, sql, checksum } of later) {
      await client.query(sql);
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, checksum) values ($1, $2, $3)',
        [version, name, checksum],
      );
    }
    expect(later.length).toBe(2);
    await expectAdopted();
    expect(await applied()).toEqual(await onFreshDatabase(applied));
  });

  test('a start rejects a former database with a later migration that it does not know', async () => {
    await client.query(`insert into supabase_migrations.schema_migrations (version) values ('20270101000000')`);
    await expectRejected('The database has migration 20270101000000, which this version of Leadlight does not know');
  });
});

describe('an empty database', () => {
  useDatabase(() => 'template0');

  test('pending sign-ins of an earlier version continue, except links without a session and those of deleted users', async () => {
    await migrate(openOwner(url()), [], ownScripts.slice(0, 1));
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

  test('rows that share a key since an upgrade are kept, the newer one marked as a duplicate of the older one', async () => {
    const migrations = productMigrations();
    await migrate(
      openOwner(url()),
      migrations.slice(
        0,
        migrations.findIndex((one) => one.name === 'keys'),
      ),
    );
    const page = 'https://www.linkedin.com/in';
    const [customer] = await readRows(`insert into public.customers (name) values ('Acme') returning id`);
    await client.query(
      `insert into public.leads (customer_id, name, linkedin_profile_url, email, created_at)
       select $1, name, url, email, '2026-01-01'::timestamptz + place * interval '1 day'
       from (values
         (1, 'Ada', $2 || '/ada', null), (2, 'Ada again', 'https://' || $2 || '/ada', null), (3, 'Ada too', $2 || '/' || $2 || '/ada', null),
         (4, 'Bob', $2 || '/linkedin.com', 'private@private.com'), (5, 'Cid', $2 || '/cid', 'cid@x.example'), (6, 'Bob', null, null)
       ) lead (place, name, url, email)`,
      [customer?.id, page],
    );
    await client.query(
      `insert into public.companies (customer_id, name, linkedin_url) values ($1, 'Acme', 'https://www.linkedin.com/404')`,
      [customer?.id],
    );
    await client.query(
      `insert into public.do_not_contact (customer_id, kind, value, source) select $1, 'linkedin', unnest(array[$2 || '/dan', $2 || '/@dan']), 'paste'`,
      [customer?.id, page],
    );
    await migrateIt();
    expect(
      await readRows(`select lead.name, lead.linkedin_key as key, lead.email, original.name as original, lead.duplicate_keys as keys
        from public.leads lead left join public.leads original on original.id = lead.duplicate_of order by lead.created_at`),
    ).toEqual([
      { name: 'Ada', key: 'linkedin.com/in/ada', email: null, original: null, keys: null },
      { name: 'Ada again', key: 'linkedin.com/in/ada', email: null, original: 'Ada', keys: ['linkedin_key'] },
      { name: 'Ada too', key: 'linkedin.com/in/ada', email: null, original: 'Ada', keys: ['linkedin_key'] },
      { name: 'Bob', key: null, email: null, original: null, keys: null },
      { name: 'Cid', key: 'linkedin.com/in/cid', email: 'cid@x.example', original: null, keys: null },
      { name: 'Bob', key: null, email: null, original: 'Bob', keys: ['name_key'] },
    ]);
    expect(await readRows('select linkedin_key, duplicate_of from public.companies')).toEqual([
      { linkedin_key: null, duplicate_of: null },
    ]);
    expect(
      await readRows('select match_key, is_repeat from public.do_not_contact order by created_at, is_repeat'),
    ).toEqual([
      { match_key: 'linkedin.com/in/dan', is_repeat: false },
      { match_key: 'linkedin.com/in/dan', is_repeat: true },
    ]);
    expect(await readRows('select original_text from private.shortened_texts')).toEqual([
      { original_text: 'private@private.com' },
    ]);
  });

  test('pending confirmations of an earlier version keep the password of their sign-up, those of invitations nothing', async () => {
    await migrate(openOwner(url()), [], ownScripts.slice(0, 2));
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
});
