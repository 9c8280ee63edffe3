import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate, ownScripts } from '../../server/database/migrate.ts';
import { productMigrations } from '../../server/database/migration-files.ts';
import { ownerOf } from '../../server/database/owner.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';

let name: string;
const url = () => inDatabase(inject('cluster').url, name);

beforeEach(() => {
  name = `leadlight_upgrade_${randomBytes(4).toString('hex')}`;
  return asOwner(inject('cluster').url, async (client) => {
    await client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  });
});
afterEach(() =>
  asOwner(inject('cluster').url, async (client) => {
    await client.query(`drop database ${name} with (force)`);
  }),
);

/** The first version that has all the tables of the specification. */
const FIRST_WHOLE = '20260101001000';

/** What people make in a day, by the columns that the first version had: a customer with one row of everything, named for the version. */
async function live(client: pg.Client, version: string): Promise<void> {
  const person = randomUUID();
  await client.query(`insert into auth.users (id, email) values ($1, $2)`, [person, `person-${version}@example.test`]);
  await client.query(
    `with customer as (insert into customers (name) values ($2) returning id),
       member as (insert into customer_users (customer_id, user_id) select id, $1 from customer),
       invitation as (insert into invitations (customer_id, email) select id, $2 || '@example.test' from customer),
       import as (insert into imports (customer_id, file_name, import_type) select id, 'a.csv', 'leads' from customer returning id),
       chunk as (insert into import_chunks (import_id, first_row, hash, answer) select id, 2, '', '{}' from import),
       refused as (insert into import_errors (import_id, row, error, cells) select id, 2, 'why', '[]' from import),
       company as (insert into companies (customer_id, name) select id, $2 from customer),
       leads as (insert into leads (customer_id, name, is_approved) select id, concat($2::text, answer), answer from customer, unnest(array[true, false, null]) answer),
       campaign as (insert into campaigns (customer_id, name) select id, $2 from customer returning id)
     insert into campaign_steps (campaign_id, step_number, step_type) select id, 1, 'email' from campaign`,
    [person, version],
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

test('a database that people worked with at every earlier version is brought to this one, and keeps their rows', async () => {
  const migrations = productMigrations();
  const versions = migrations.map(({ version }) => version).filter((version) => version >= FIRST_WHOLE);
  expect(versions.length).toBeGreaterThan(10);
  for (const version of versions) {
    await migrate(
      ownerOf(url()),
      migrations.filter((migration) => migration.version <= version),
    );
    await asOwner(url(), (client) => live(client, version));
  }
  expect(await migrate(ownerOf(url()))).toBe(0);
  await asOwner(url(), async (client) => {
    for (const table of COUNTED) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int from public.${table}`);
      expect([table, rows[0]?.count]).toEqual([table, versions.length]);
    }
    const { rows } = await client.query(`select customers.name, count(*)::int, count(is_approved)::int as decided
      from leads join customers on customers.id = customer_id group by 1 order by 1`);
    expect(rows).toEqual(versions.map((version) => ({ name: version, count: 3, decided: 2 })));
  });
});

test('pending sign-ins of an earlier version go on, but for links, which named no session, and those of users who are gone', async () => {
  await migrate(ownerOf(url()), [], ownScripts.slice(0, 1));
  const left = await asOwner(url(), async (client) => {
    const user = randomUUID();
    await client.query('insert into auth.users (id) values ($1)', [user]);
    const insert = async (userId: string | null, linkTo: string | null) => {
      const id = randomUUID();
      await client.query(
        `insert into auth.flow_state (id, user_id, linking_target_id, provider_type, authentication_method) values ($1, $2, $3, 'house', 'oauth')`,
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
    return [await insert(null, null), await insert(user, null)];
  });
  await migrate(ownerOf(url()));
  await asOwner(url(), async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from auth.flow_state');
    expect(rows.map(({ id }) => id).sort()).toEqual(left.sort());
  });
});

test('a database that was migrated before PostgreSQL 15.20 is upgraded on it', async () => {
  const migrations = productMigrations();
  const version = '20260107000200';
  await migrate(
    ownerOf(url()),
    migrations.filter((migration) => migration.version < '20260113'),
  );
  await asOwner(url(), async (client) => {
    await client.query(`delete from supabase_migrations.schema_migrations where version = '${version}'`);
    await client.query(`create or replace function private.imported_at(import public.imports, file_row int) returns timestamptz
      language sql stable return import.created_at - file_row * interval '1 microsecond'`);
  });
  expect(await migrate(ownerOf(url()))).toBe(migrations.filter((one) => one.version >= '20260113').length + 1);
  await asOwner(url(), (client) => client.query('alter table imports add column later int'));
});
