import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { adoptFormer } from '#server/database/setup/adopt.ts';
import { productMigrations, readMigration, splitStatements } from '#server/database/setup/migration-files.ts';
import { openOwner } from '#server/database/setup/owner.ts';
import { asOwner, inDatabase, queryAsOwner } from '../support/cluster.ts';
import { makeFormerDatabase } from '../support/former-database.ts';

const name = `hosted_${randomBytes(4).toString('hex')}`;

afterAll(() =>
  asOwner(inject('cluster').url, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`drop role if exists ${name}, ${name}_admin`);
  }),
);

/** Makes the roles of a hosted project: other roles own schema auth and the extensions; the owner of the app's tables is not a superuser and can use them. */
async function prepareAsHosted(): Promise<void> {
  const { url } = inject('cluster');
  await asOwner(url, async (client) => {
    await client.query(`create role ${name}; create role ${name}_admin`);
    await client.query(`create database ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
    await client.query(`grant create on database ${name} to ${name}`);
  });
  await asOwner(inDatabase(url, name), async (client) => {
    const bootstrap = path.resolve(import.meta.dirname, '../../server/database/setup/auth-schema.sql');
    await client.query(readMigration(bootstrap, '', '').sql);
    await client.query(`reset role;
      create schema extensions authorization ${name}_admin;
      create extension pg_trgm with schema extensions;
      alter schema public owner to ${name};
      grant anon, authenticated, service_role to ${name};
      grant usage on schema auth, extensions to ${name};
      grant all on all tables in schema auth to ${name};
      do $$ declare routine regprocedure; begin
        for routine in select oid from pg_proc where pronamespace = 'auth'::regnamespace loop
          execute format('alter function %s owner to ${name}_admin', routine);
          execute format('grant execute on function %s to ${name}', routine);
        end loop;
      end $$`);
    for (const objects of ['tables', 'functions', 'sequences']) {
      await client.query(
        `alter default privileges for role ${name} in schema public grant all on ${objects} to anon, authenticated, service_role`,
      );
    }
  });
}

/** Runs a migration as `supabase db push` does: each statement as a message of its own, all before one sync, which is a transaction without BEGIN. */
const push = (client: pg.Client, sql: string) =>
  new Promise<void>((resolve, reject) => {
    client.query({
      submit: (connection) => {
        for (const text of splitStatements(sql)) {
          connection.parse({ name: '', text, types: [] }, true);
          connection.bind({ portal: '', statement: '', values: [] }, true);
          connection.execute({ portal: '', rows: '0' }, true);
        }
        connection.sync();
      },
      handleDataRow: () => {},
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    });
  });

test('the migrations run on an empty hosted project, and users have their rights (S1.19)', async () => {
  await prepareAsHosted();
  await asOwner(inDatabase(inject('cluster').url, name), async (client) => {
    await client.query(`set session authorization ${name}`);
    for (const { sql } of productMigrations()) await push(client, sql);
    await client.query('reset session authorization; reset role');

    const { rows } = await client.query<{ id: string }>(
      `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'ada@example.test', '{"full_name": "Ada"}') returning id`,
    );
    const id = rows[0]?.id ?? '';
    await client.query(`insert into auth.sessions (id, user_id, created_at) values ($1, $1, now())`, [id]);
    await client.query(`with one as (insert into customers (name) values ('One') returning id), two as (insert into customers (name) values ('Two') returning id),
      member as (insert into customer_users (customer_id, user_id, accepted_at) select id, '${id}', now() from one),
      role as (insert into user_roles (user_id, role) values ('${id}', 'customer'))
      insert into leads (customer_id, name) select id, 'mine' from one union all select id, 'theirs' from two`);
    const claims = JSON.stringify({ sub: id, role: 'authenticated', session_id: id, aal: 'aal1' });
    await client.query(`select set_config('request.jwt.claims', $1, false)`, [claims]);
    await client.query('set role authenticated');
    expect((await client.query('select name from leads')).rows).toEqual([{ name: 'mine' }]);
    expect((await client.query('select full_name from profiles')).rows).toEqual([{ full_name: 'Ada' }]);
    await client.query('set role anon');
    await expect(client.query('select name from leads')).rejects.toThrow(/permission denied/);
  });
});

test('the schema before the initial migration is adopted on a hosted project, and the initial migration stops there', {
  timeout: 120_000,
}, async () => {
  const former = await makeFormerDatabase(inject('cluster').url);
  const role = `${former.name}_owner`;
  await asOwner(former.url, async (client) => {
    await client.query(`create role ${role}; grant anon, authenticated, service_role to ${role};
      grant create on database ${former.name} to ${role};
      alter schema public owner to ${role}; alter schema private owner to ${role}; alter schema supabase_migrations owner to ${role};
      grant usage on schema auth, extensions to ${role}; grant all on all tables in schema auth to ${role};
      alter table supabase_migrations.schema_migrations drop column checksum;
      do $$ declare object text; begin
        for object in
          select format('%s %s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass) from pg_class
          where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'supabase_migrations'::regnamespace) and relkind in ('r', 'v', 'S')
            and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'i')
          union all
          select 'function ' || oid::regprocedure from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        loop
          execute format('alter %s owner to ${role}', object);
        end loop;
      end $$`);
    for (const objects of ['tables', 'functions', 'sequences']) {
      await client.query(
        `alter default privileges for role ${role} in schema public grant all on ${objects} to anon, authenticated, service_role`,
      );
    }
    const [first] = productMigrations();
    await expect(push(client, first?.sql ?? '')).rejects.toThrow(
      'This database has the schema of an earlier version: see "Upgrade" in docs/supabase.md',
    );
  });
  const leads = () => queryAsOwner(former.url, 'select to_jsonb(lead) as lead from public.leads lead order by id');
  const before = await leads();
  const adopt = () =>
    openOwner(former.url)(async (query) => {
      await query(`set local session authorization ${role}`);
      return adoptFormer(query);
    });
  expect([await adopt(), await adopt()]).toEqual([true, false]);
  expect(await leads()).toEqual(before);
  expect(await queryAsOwner(former.url, 'select version, name from supabase_migrations.schema_migrations')).toEqual([
    { version: '20261201000000', name: 'initial' },
  ]);
  await former.drop();
  await queryAsOwner(inject('cluster').url, `drop role ${role}`);
});
