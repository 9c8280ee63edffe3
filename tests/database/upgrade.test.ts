import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate, ownScripts } from '#server/database/migrate.ts';
import { productMigrations } from '#server/database/migration-files.ts';
import type { Owner } from '#server/database/owner.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';

let name: string;
let client: pg.Client;
const url = () => inDatabase(inject('cluster').url, name);

beforeEach(async () => {
  name = `leadlight_upgrade_${randomBytes(4).toString('hex')}`;
  await asOwner(inject('cluster').url, (owner) =>
    owner.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`),
  );
  client = new pg.Client({ connectionString: url() });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await asOwner(inject('cluster').url, (owner) => owner.query(`drop database ${name} with (force)`));
});

/** Runs every transaction on one connection: a new one for each migration would take longer than most migrations. */
const owner: Owner = async (work) => {
  await client.query('begin');
  try {
    const result = await work(async (text, values) => {
      const { rows, rowCount } = await client.query(text, values as unknown[]);
      return { rows, rowCount: rowCount ?? 0 };
    });
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};

/** The first version with all tables of the specification. */
const FIRST_WHOLE = '20260101001000';

/** Adds a customer with one row of everything, named after the version, using only columns of the first version. */
async function live(version: string): Promise<void> {
  const userId = randomUUID();
  await client.query(`insert into auth.users (id, email) values ($1, $2)`, [userId, `user-${version}@example.test`]);
  await client.query(
    `with customer as (insert into customers (name) values ($2) returning id),
       member as (insert into customer_users (customer_id, user_id) select id, $1 from customer),
       invitation as (insert into invitations (customer_id, email) select id, $2 || '@example.test' from customer),
       import as (insert into imports (customer_id, file_name, import_type) select id, 'a.csv', 'leads' from customer returning id),
       chunk as (insert into import_chunks (import_id, first_row, hash, answer) select id, 2, '', '{}' from import),
       rejected as (insert into import_errors (import_id, row, error, cells) select id, 2, 'why', '[]' from import),
       company as (insert into companies (customer_id, name) select id, $2 from customer),
       leads as (insert into leads (customer_id, name, is_approved) select id, concat($2::text, answer), answer from customer, unnest(array[true, false, null]) answer),
       campaign as (insert into campaigns (customer_id, name) select id, $2 from customer returning id)
     insert into campaign_steps (campaign_id, step_number, step_type) select id, 1, 'email' from campaign`,
    [userId, version],
  );
}

const COUNTED = [
  'customers',
  'customer_users',
  'invitations',
  'imports',
  'import_errors',
  'companies',
  'campaigns',
  'campaign_steps',
];

test('a database used at every earlier version is upgraded and keeps its rows', { timeout: 60_000 }, async () => {
  const migrations = productMigrations();
  const versions = migrations.map(({ version }) => version).filter((version) => version >= FIRST_WHOLE);
  expect(versions.length).toBeGreaterThan(10);
  for (const version of versions) {
    await migrate(
      owner,
      migrations.filter((migration) => migration.version <= version),
    );
    await live(version);
  }
  expect(await migrate(owner)).toBe(0);
  for (const table of COUNTED) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from public.${table}`);
    expect([table, rows[0]?.count]).toEqual([table, versions.length]);
  }
  const { rows } = await client.query(`select customers.name, count(*)::int, count(is_approved)::int as decided
    from leads join customers on customers.id = customer_id group by 1 order by 1`);
  expect(rows).toEqual(versions.map((version) => ({ name: version, count: 3, decided: 2 })));
  const { rows: counters } = await client.query(
    `select customers.name, sum(total)::int as count, sum(reviewed)::int as decided
     from lead_counters join customers on customers.id = customer_id group by 1 order by 1`,
  );
  expect(counters).toEqual(rows);
});

test('pending sign-ins of an earlier version continue, except links without a session and those of deleted users', async () => {
  await migrate(owner, [], ownScripts.slice(0, 1));
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
  await migrate(owner);
  const { rows } = await client.query<{ id: string }>('select id from auth.flow_state');
  expect(rows.map(({ id }) => id).sort()).toEqual(left.sort());
});

test('pending confirmations of an earlier version keep the password of their sign-up, those of invitations nothing', async () => {
  await migrate(owner, [], ownScripts.slice(0, 2));
  await client.query(
    `with account as (
       insert into auth.users (id, encrypted_password, invited_at)
       values (gen_random_uuid(), 'signed up', null), (gen_random_uuid(), 'invited', now()), (gen_random_uuid(), null, null)
       returning id, encrypted_password as name)
     insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
     select gen_random_uuid(), id, type, 'hash', coalesce(name, 'no password')
     from account, (values ('confirmation_token'::auth.one_time_token_type), ('recovery_token')) types (type)`,
  );
  await migrate(owner);
  const { rows } = await client.query(
    `select relates_to, token_type, credential from auth.one_time_tokens where credential <> ''`,
  );
  expect(rows).toEqual([
    { relates_to: 'signed up', token_type: 'confirmation_token', credential: 'password:signed up' },
  ]);
});

test('a database migrated before PostgreSQL 15.20 can be upgraded on it', async () => {
  const migrations = productMigrations();
  const version = '20260107000200';
  await migrate(
    owner,
    migrations.filter((migration) => migration.version < '20260113'),
  );
  await client.query(`delete from supabase_migrations.schema_migrations where version = '${version}'`);
  await client.query(`create or replace function private.imported_at(import public.imports, file_row int) returns timestamptz
    language sql stable return import.created_at - file_row * interval '1 microsecond'`);
  expect(await migrate(owner)).toBe(migrations.filter((one) => one.version >= '20260113').length + 1);
  await client.query('alter table imports add column later int');
});

test('texts longer than the new limits are shortened and stored in full in private.shortened_texts, except where a duplicate would result', async () => {
  const migrations = productMigrations();
  await migrate(
    owner,
    migrations.filter((migration) => migration.version < '20260115'),
  );
  await live('before');
  await client.query(`update profiles set full_name = repeat('n', 201)`);
  await client.query(`update campaigns set name = repeat('c', 500)`);
  await client.query(`update campaign_steps set subject = repeat('s', 301), message_content = repeat('m', 10000)`);
  await client.query(`update imports set file_name = repeat('f', 252) || '.csv'`);
  await client.query(`update companies set name = repeat('c', 600) || 'a'`);
  await client.query(
    `insert into companies (customer_id, name) select customer_id, repeat('c', 600) || 'b' from companies`,
  );
  await client.query(`update leads set notes = repeat('é', 10001), email = id || '@example.test'`);
  await client.query(`update leads set headline = repeat('h', 2000)`);
  expect(await migrate(owner)).toBeGreaterThan(2);

  const one = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const long = { name: 'n', campaign: 'c', subject: 's' };
  expect(await one('select full_name from profiles')).toEqual([{ full_name: `${long.name.repeat(199)}…` }]);
  expect(await one('select name from campaigns')).toEqual([{ name: `${long.campaign.repeat(199)}…` }]);
  expect(await one('select subject, char_length(message_content) as message from campaign_steps')).toEqual([
    { subject: `${long.subject.repeat(299)}…`, message: 10_000 },
  ]);
  expect(await one('select distinct notes, char_length(headline) as headline from leads')).toEqual([
    { notes: `${'é'.repeat(9_999)}…`, headline: 2_000 },
  ]);
  expect(await one(`select char_length(name) as length, right(name, 1) as last from companies order by 1`)).toEqual([
    { length: 500, last: '…' },
    { length: 601, last: expect.stringMatching(/[ab]/) },
  ]);
  expect(
    await one(
      `select relation, column_name, count(*)::int, min(char_length(original_text)) as length from private.shortened_texts group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    { relation: 'campaign_steps', column_name: 'subject', count: 1, length: 301 },
    { relation: 'campaigns', column_name: 'name', count: 1, length: 500 },
    { relation: 'companies', column_name: 'name', count: 1, length: 601 },
    { relation: 'imports', column_name: 'file_name', count: 1, length: 256 },
    { relation: 'leads', column_name: 'notes', count: 3, length: 10_001 },
    { relation: 'profiles', column_name: 'full_name', count: 1, length: 201 },
  ]);
  expect(await one(`select conname from pg_constraint where not convalidated`)).toEqual([
    { conname: 'companies_name_length' },
  ]);
  await client.query('update leads set is_approved = true');
});

test('dates outside the new range are moved to the nearest date within', async () => {
  const migrations = productMigrations();
  await migrate(
    owner,
    migrations.filter((migration) => migration.version < '20260116005000'),
  );
  await live('odd');
  await client.query(`update campaigns set created_at = 'infinity';
    update campaign_steps set created_at = '-infinity', delay_days = 2147483647;
    update leads set created_at = 'infinity';
    update customer_users set created_at = '0044-03-15 BC';
    update invitations set expires_at = 'infinity';
    with admin as (insert into auth.users (id, email) values (gen_random_uuid(), 'admin@example.test') returning id)
    insert into impersonations (admin_id, customer_id, ended_at) select admin.id, customers.id, 'infinity' from admin, customers`);
  await migrate(owner);
  const { rows } = await client.query(`select
    (select created_at from campaigns) as campaign, (select created_at from campaign_steps) as step,
    (select delay_days from campaign_steps) as delay, (select max(created_at) from leads) as lead,
    (select created_at from customer_users) as member, (select accepted_at from customer_users) as accepted,
    (select expires_at from invitations) as expires, (select ended_at = expires_at from impersonations) as ended`);
  const [first, last] = [new Date('1900-01-01T00:00:00Z'), new Date('9999-12-31T23:59:59Z')];
  expect(rows).toEqual([
    {
      campaign: last,
      step: first,
      delay: 3650,
      lead: last,
      member: first,
      accepted: null,
      expires: last,
      ended: true,
    },
  ]);
});

/** The tenant migrations by their name: each is its own transaction. */
const tenantMigrations = () =>
  productMigrations().filter(({ version }) => version >= '20260122' && version < '20260123');

test('rows of an earlier version get the customer of their parent, without activity and without long locks', async () => {
  await migrate(
    owner,
    productMigrations().filter(({ version }) => version < '20260122'),
  );
  await live('one');
  await live('two');
  const foreign = `(select imports.id from imports where imports.customer_id <> row.customer_id)`;
  await client.query(`update leads row set import_id = ${foreign} where name = 'onet'`);
  await client.query(
    `update companies row set import_id = (select id from imports where imports.customer_id = row.customer_id)`,
  );
  const activity = async () => (await client.query('select id from activity order by id')).rows.length;
  const before = await activity();

  const exclusive: Record<string, string[]> = {};
  for (const { name, sql } of tenantMigrations()) {
    await client.query('begin');
    await client.query(sql);
    const { rows } = await client.query<{ table: string }>(
      `select distinct relation::regclass::text as table from pg_locks
       where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')
         and relation in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) order by 1`,
    );
    exclusive[name] = rows.map(({ table }) => table);
    await client.query('commit');
  }
  expect(exclusive).toMatchObject({ fill_customer_columns: [], validate_tenant_keys: [] });
  expect(exclusive.tenant_keys).toContain('leads');

  expect(await activity()).toBe(before + 1); // the lead of another customer's import
  for (const [child, parent, key] of [
    ['campaign_steps', 'campaigns', 'campaign_id'],
    ['import_chunks', 'imports', 'import_id'],
    ['import_errors', 'imports', 'import_id'],
  ] as const) {
    const { rows } = await client.query(
      `select count(*)::int as of_parent from ${child} child join ${parent} parent on parent.id = child.${key} and parent.customer_id = child.customer_id`,
    );
    expect([child, rows]).toEqual([child, [{ of_parent: 2 }]]);
  }
  const imported = async (table: string) =>
    (await client.query(`select from ${table} where import_id is not null`)).rowCount;
  expect([await imported('leads'), await imported('companies')]).toEqual([0, 2]);
  const { rows } = await client.query('select conname from pg_constraint where not convalidated');
  expect(rows).toEqual([]);
});
