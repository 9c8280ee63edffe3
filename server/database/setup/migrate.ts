// Applies auth-schema*.sql, then supabase/migrations, each once, recorded like the Supabase CLI does.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Query } from '../connections/pool.ts';
import { adoptFormer, isReplaced } from './adopt.ts';
import { MIGRATION_TABLES, type Migration, productMigrations, readMigration } from './migration-files.ts';
import {
  defaultRetries,
  isLockConflict,
  type LockRetries,
  limitLockWaits,
  lockMigrations,
  type Owner,
  retryOnLock,
} from './owner.ts';
import { StartFailure } from './start-failure.ts';

/** The part of the schema that a hosted project already has. A change is a further script, never an edit. */
export const ownScripts = [
  readMigration(path.join(import.meta.dirname, 'auth-schema.sql'), '1', 'auth-schema'),
  readMigration(path.join(import.meta.dirname, 'auth-schema-2.sql'), '2', 'auth-schema-2'),
  readMigration(path.join(import.meta.dirname, 'auth-schema-3.sql'), '3', 'auth-schema-3'),
];

/** Applies a migration, with what must precede and follow it in its transaction. */
type Around = (query: Query, apply: () => Promise<unknown>) => Promise<void>;

/**
 * Applies all pending scripts and returns their number. Safe for instances that start at the same time. Throws StartFailure, also for a database that
 * is not suitable.
 */
export async function migrate(
  owner: Owner,
  migrations = productMigrations(),
  scripts = ownScripts,
  retries = defaultRetries,
  around?: Around,
): Promise<number> {
  await owner(requireSuitable);
  await owner(createMigrationTables);
  await retryOnLock(owner, adoptFormer, { ...retries, for: 'The adoption of the schema' });
  const own = await retryCollisions(() =>
    applyAll(owner, { table: MIGRATION_TABLES.own, migrations: scripts, retries }),
  );
  return own + (await applyAll(owner, { table: MIGRATION_TABLES.migrations, migrations, retries, around }));
}

/** Returns the migrations that the next start would apply, or mark as applied. Throws StartFailure for a database that is not suitable. */
export async function pendingMigrations(owner: Owner): Promise<Migration[]> {
  await owner(requireSuitable);
  const { rows } = await owner((query) =>
    query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [MIGRATION_TABLES.migrations]),
  );
  if (!rows[0]?.exists || (await owner(isReplaced))) return productMigrations();
  return findPending(owner, MIGRATION_TABLES.migrations, productMigrations());
}

/** Throws StartFailure if a database with rows would be migrated on a disk with less than its reserve, where it could end half-way. */
export async function requireSpaceToMigrate(owner: Owner, disk: { directory: string; free: number; reserve: number }) {
  if (disk.free >= disk.reserve) return;
  const { rows } = await owner((query) =>
    query<{ exists: boolean }>(`select to_regclass('public.customers') is not null as exists`),
  );
  const pending = rows[0]?.exists ? await pendingMigrations(owner) : [];
  if (pending.length === 0) return;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 2 ** 20)} MB`;
  throw new StartFailure(
    `The disk of ${disk.directory} has ${megabytes(disk.free)} free, and this version changes the database, which needs ${megabytes(disk.reserve)}: free some space, or start the version before. No data is lost.`,
  );
}

async function requireSuitable(query: Query): Promise<void> {
  const { rows } = await query<{ encoding: string; version: string; hosted: boolean; unfit_owner: string | null }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version_num') as version,
      exists (select from pg_roles where rolname = 'supabase_admin') as hosted,
      (select quote_ident(rolname) from pg_roles where rolname = current_user and not rolsuper and not rolcreaterole
         and not exists (
           select from pg_roles auth where auth.rolname = 'supabase_auth_admin' and pg_has_role(current_user, auth.oid, 'usage')
         )) as unfit_owner`,
  );
  const [database] = rows;
  if (database?.hosted) {
    throw new StartFailure(
      'DATABASE_URL names a Supabase project, which has accounts of its own: bring it up to date with `supabase db push`, and give this server a database of its own.',
    );
  }
  if (database?.encoding !== 'UTF8') {
    throw new StartFailure(
      `The database is encoded in ${database?.encoding}, not UTF8: make one with \`create database leadlight encoding 'UTF8' template template0\` and name it in DATABASE_URL.`,
    );
  }
  if (Number(database.version) < 150_000) {
    throw new StartFailure(
      'The database is older than PostgreSQL 15: name one of version 15 or later in DATABASE_URL.',
    );
  }
  if (database.unfit_owner) {
    throw new StartFailure(
      `The owner in DATABASE_URL may not create roles: run \`alter role ${database.unfit_owner} createrole\` as an administrator of the database, then start again.`,
    );
  }
}

async function createMigrationTables(query: Query): Promise<void> {
  await lockMigrations(query);
  await query('create schema if not exists supabase_migrations');
  for (const table of [MIGRATION_TABLES.own, MIGRATION_TABLES.migrations]) {
    await query(
      `create table if not exists ${table} (version text primary key, statements text[], name text, checksum text)`,
    );
  }
}

type Scripts = { table: string; migrations: Migration[]; retries: LockRetries; around?: Around };

async function applyAll(owner: Owner, { table, migrations, retries, around }: Scripts): Promise<number> {
  let applied = 0;
  for (const migration of await findPending(owner, table, migrations)) {
    const work = (query: Query) => apply(query, table, migration, around);
    applied += Number(await retryOnLock(owner, work, { ...retries, for: migration.file }));
  }
  return applied;
}

async function findPending(owner: Owner, table: string, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await owner((query) =>
    query<{ version: string; checksum: string | null }>(`select version, checksum from ${table}`),
  );
  const applied = new Map(rows.map(({ version, checksum }) => [version, checksum]));
  for (const { version, file, checksum } of migrations) {
    if ((applied.get(version) ?? checksum) === checksum) continue;
    throw new StartFailure(
      `${file} was changed after this database had applied it: restore the file and put the change into a new migration.`,
    );
  }
  const unknown = [...applied.keys()].find((version) => migrations.every((migration) => migration.version !== version));
  if (!unknown) return migrations.filter(({ version }) => !applied.has(version));
  throw new StartFailure(
    `The database has migration ${unknown}, which this version of Leadlight does not know: start the version that made it, or a later one.`,
  );
}

/** Records the script first, because it may change the role. All in one transaction. */
async function apply(
  query: Query,
  table: string,
  { version, file, name, sql, checksum }: Migration,
  around: Around = async (_, applySql) => void (await applySql()),
): Promise<boolean> {
  await lockMigrations(query);
  const { rowCount } = await query(
    `insert into ${table} (version, name, checksum) values ($1, $2, $3) on conflict do nothing`,
    [version, name, checksum],
  );
  if (rowCount === 0) return false;
  await query('set local statement_timeout = 0');
  await limitLockWaits(query);
  await around(query, () => query(sql)).catch((error: Error) => {
    if (collides(error) || isLockConflict(error)) throw error;
    throw new StartFailure(`${file} could not be applied to the database: ${error.message}.`, { cause: error });
  });
  return true;
}

/** Roles belong to the cluster, but the lock to one database: another database's start may create the same roles. */
async function retryCollisions<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!collides(error as Error) || attempt === 20) throw error;
    await delay(50 * attempt);
    return retryCollisions(work, attempt + 1);
  }
}

const collides = ({ message }: Error) =>
  message.startsWith('tuple concurrently') || message.includes('pg_authid_rolname_index');
