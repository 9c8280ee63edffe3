import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '#server/database/setup/migrate.ts';
import { type Migration, productMigrations } from '#server/database/setup/migration-files.ts';
import { onOneConnection, openOwner } from '#server/database/setup/owner.ts';
import { type Clone, cloneDatabase } from '../support/database.ts';
import { makeFormerDatabase } from '../support/former-database.ts';

const alteration: Migration = {
  version: '99990101000000',
  file: '99990101000000_alteration.sql',
  name: 'alteration',
  sql: 'alter table public.leads add column alteration text',
  checksum: '',
};

let clone: Clone;
let backup: pg.Client;
let lines: string[];
beforeEach(async () => {
  clone = await cloneDatabase();
  backup = new pg.Client({ connectionString: clone.url, application_name: 'backup' });
  await backup.connect();
  await backup.query('begin');
  lines = [];
});
afterEach(async () => {
  await backup.end();
  await clone.drop();
});

const alter = (waits: number, migration = alteration) =>
  onOneConnection(clone.url, (owner) =>
    migrate(owner, [...productMigrations(), migration], undefined, {
      pauseMs: 500,
      waits,
      log: (message) => void lines.push(message),
    }),
  );

const waiting = `99990101000000_alteration.sql waits for a lock on the database; oldest holder of one: process \\d+, backup`;

test('a migration that waits for a backup lets others read, logs that it waits, and continues after the backup', async () => {
  await backup.query('lock table public.leads in access share mode');
  const altered = alter(100);
  const waits = async () =>
    (await backup.query(`select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`))
      .rowCount;
  await expect.poll(waits, { timeout: 10_000 }).toBe(1);
  await openOwner(clone.url)((query) => query('select from public.leads'));
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1);
  await backup.query('commit');
  expect(await altered).toBe(1);
  expect(lines[0]).toMatch(new RegExp(`^${waiting}$`));
});

test('a migration that waits too long fails and says what to do', async () => {
  await backup.query('lock table public.leads in access share mode');
  const hurried = { ...alteration, sql: `set local lock_timeout = '100ms'; ${alteration.sql}` };
  await expect(alter(2, hurried)).rejects.toThrow(
    new RegExp(`^${waiting}: let it end, or end it with pg_terminate_backend, then start again\\.$`),
  );
});

test('a migration that a deadlock aborts is applied after the other transaction', async () => {
  const locks = (condition: string) =>
    `exists (select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
      where relation = 'public.${condition})`;
  const deadlocking = {
    ...alteration,
    sql: `set local deadlock_timeout = '10ms'; lock table public.leads in access exclusive mode;
      do $$ begin
        while ${locks(`companies'::regclass and pid <> pg_backend_pid()`)} and not ${locks(`leads'::regclass and not granted`)} loop
          perform pg_sleep(0.01);
        end loop;
      end $$;
      alter table public.companies add column alteration text`,
  };
  await backup.query(`set local deadlock_timeout = '1min'; lock table public.companies in access share mode`);
  const altered = alter(100, deadlocking);
  const isLocked = async () =>
    (await backup.query<{ is: boolean }>(`select ${locks(`leads'::regclass and mode = 'AccessExclusiveLock'`)} as is`))
      .rows[0]?.is;
  await expect.poll(isLocked, { timeout: 10_000 }).toBe(true);
  await backup.query('lock table public.leads in access share mode');
  await backup.query('commit');
  expect(await altered).toBe(1);
  expect(lines).toHaveLength(1);
});

test('a migration that cannot be completed is not applied', async () => {
  const complete = async () => {
    throw new Error('no node can be reached');
  };
  const migrations = [...productMigrations(), alteration];
  await expect(
    onOneConnection(clone.url, (owner) => migrate(owner, migrations, undefined, undefined, complete)),
  ).rejects.toThrow('could not be applied to the database: no node can be reached.');
  expect(await alter(1)).toBe(1);
});

test('a start without pending migrations does not wait for a backup', async () => {
  await backup.query(
    'lock table supabase_migrations.schema_migrations, supabase_migrations.own_migrations in access share mode',
  );
  expect(await onOneConnection(clone.url, migrate)).toBe(0);
});

test('a database of former migrations is adopted after a backup', async () => {
  const former = await makeFormerDatabase(inject('cluster').url);
  const reader = new pg.Client({ connectionString: former.url, application_name: 'backup' });
  await reader.connect();
  await reader.query('begin; lock table public.leads in access share mode');
  const adopted = onOneConnection(former.url, (owner) =>
    migrate(owner, undefined, undefined, { pauseMs: 500, waits: 100, log: (message) => void lines.push(message) }),
  );
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(1);
  await reader.query('commit');
  await adopted;
  await reader.end();
  await former.drop();
  expect(lines[0]).toMatch(
    /^The adoption of the schema waits for a lock on the database; oldest holder of one: process \d+, backup$/,
  );
});
