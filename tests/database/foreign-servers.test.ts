import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { migrate, pendingMigrations } from '#server/database/setup/migrate.ts';
import { readMigration, readMigrations } from '#server/database/setup/migration-files.ts';
import { type Owner, openOwner } from '#server/database/setup/owner.ts';
import { StartFailure } from '#server/database/setup/start-failure.ts';
import { asOwner, inDatabase } from '../support/cluster.ts';
import { cloneDatabase } from '../support/database.ts';

/** An empty database whose owner is not a superuser but a member of supabase_auth_admin, on a server that already has the roles. */
async function withPlainOwner(work: (owner: Owner, name: string) => Promise<void>, isMember = true): Promise<void> {
  const { url } = inject('cluster');
  const name = `plain_${randomBytes(4).toString('hex')}`;
  await asOwner(url, async (client) => {
    await client.query(`create role ${name}`);
    if (isMember) await client.query(`grant supabase_auth_admin to ${name}`);
    await client.query(`create database ${name} owner ${name} encoding 'UTF8' locale 'C.UTF-8' template template0`);
  });
  const superuser = openOwner(inDatabase(url, name));
  try {
    const owner: Owner = (own) =>
      superuser(async (query) => {
        await query(`set local session authorization ${name}`);
        return own(query);
      });
    await work(owner, name);
  } finally {
    await asOwner(url, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`drop role ${name}`);
    });
  }
}

/** The rights of every role but the owner on tables, columns and functions. */
const grants = (owner: Owner) =>
  owner(async (query) => {
    const { rows } = await query<{ granted: string }>(
      `select kind || ' ' || name || ': ' || grantee || ' ' || privilege as granted from (
         select 'table', relname::text, relacl, relowner from pg_class where relnamespace = any ($1::regnamespace[])
         union all select 'column', relname || '.' || attname, attacl, relowner
           from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = any ($1::regnamespace[])
         union all select 'function', proname, coalesce(proacl, acldefault('f', proowner)), proowner from pg_proc where pronamespace = any ($1::regnamespace[])
       ) object (kind, name, acl, owner),
       lateral (select case grantee when 0 then 'everyone' else pg_get_userbyid(grantee) end, privilege_type from aclexplode(acl) where grantee <> owner) given (grantee, privilege)
       order by 1`,
      [['public', 'private']],
    );
    return rows.map(({ granted }) => granted);
  });

test('an owner who is not a superuser can migrate an empty database, once', async () => {
  await withPlainOwner(async (owner) => {
    await migrate(owner);
    expect(await migrate(owner)).toBe(0);
    const { rows } = await owner(async (query) => {
      await query(`insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.test')`);
      return query(
        `select email, pg_get_userbyid(nspowner) as auth_owner, current_setting('is_superuser') as is_superuser
         from public.profiles, pg_namespace where nspname = 'auth'`,
      );
    });
    expect(rows).toEqual([{ email: 'a@example.test', auth_owner: 'supabase_auth_admin', is_superuser: 'off' }]);
  });
}, 120_000); // all migrations, on a busy machine

test('an owner who may not create roles is named with the remedy', () =>
  withPlainOwner(async (owner, name) => {
    const remedy = `The owner in DATABASE_URL may not create roles: run \`alter role ${name} createrole\` as an administrator of the database, then start again.`;
    await expect(migrate(owner)).rejects.toThrow(new StartFailure(remedy));
    await expect(pendingMigrations(owner)).rejects.toThrow(new StartFailure(remedy));
  }, false));

test('the default privileges of a hosted project, which grant everything to every role, change no right (S1.19)', async () => {
  const migrated = await cloneDatabase();
  const expected = await grants(openOwner(migrated.url));
  await migrated.drop();
  await withPlainOwner(async (hosted) => {
    const root = path.resolve(import.meta.dirname, '../..');
    const roles = readMigration(path.join(root, 'server/database/setup/auth-schema.sql'), '', '');
    for (const { sql } of [roles, ...readMigrations(path.join(root, 'supabase/migrations'))]) {
      await hosted(async (query) => {
        for (const objects of ['tables', 'functions', 'sequences']) {
          await query(
            `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
          );
        }
        await query(sql);
      });
    }
    expect(expected.length).toBeGreaterThan(100);
    expect(await grants(hosted)).toEqual(expected);
  });
}, 120_000);
