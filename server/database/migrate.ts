// In charge of the database's shape: our own roles and schema `auth`, then supabase/migrations in order, each once, recorded as the Supabase CLI records them. Refuses a hosted project and anything but UTF8.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Migration, productMigrations, readMigration } from './migration-files.ts';
import type { Owner } from './owner.ts';
import type { Query } from './pool.ts';
import { defaultRetries, isLockTimeout, limitLockWaits, type Patience, retryOnLock } from './retry-on-lock.ts';
import { StartFailure } from './start-failure.ts';

/** What a hosted project brings along. A later change is a further script, never an edit. */
export const ownScripts = [
  readMigration(path.join(import.meta.dirname, 'auth-schema.sql'), '1', 'auth-schema'),
  readMigration(path.join(import.meta.dirname, 'auth-schema-2.sql'), '2', 'auth-schema-2'),
];

/** Where it is written which scripts have run; the second is the Supabase CLI's own table with our checksum added. */
const ownLedger = 'supabase_migrations.own_migrations';
const sharedLedger = 'supabase_migrations.schema_migrations';

/**
 * Brings a database to the shape that this version needs; answers how many scripts that took. Several copies may do so at once.
 * Throws StartFailure for a database that it must not touch.
 */
export async function migrate(
  owner: Owner,
  migrations = productMigrations(),
  scripts = ownScripts,
  patience = defaultRetries,
): Promise<number> {
  await owner(refuseForeign);
  await owner(makeLedgers);
  const own = await retryCollisions(() => applyAll(owner, { ledger: ownLedger, migrations: scripts, patience }));
  return own + (await applyAll(owner, { ledger: sharedLedger, migrations, patience }));
}

/** The migrations that the next start would apply; changes nothing. Throws StartFailure for a database that it must not touch. */
export async function pendingMigrations(owner: Owner): Promise<Migration[]> {
  await owner(refuseForeign);
  const { rows } = await owner((query) =>
    query<{ made: boolean }>('select to_regclass($1) is not null as made', [sharedLedger]),
  );
  return rows[0]?.made ? findPending(owner, sharedLedger, productMigrations()) : productMigrations();
}

async function refuseForeign(query: Query): Promise<void> {
  const { rows } = await query<{ encoding: string; version: string; hosted: boolean }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version_num') as version,
      exists (select from pg_roles where rolname = 'supabase_admin') as hosted`,
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
}

/** Held to the end of the transaction: of several copies one works, and the others then find the work done. */
const lock = (query: Query) => query(`select pg_advisory_xact_lock(hashtext('leadlight.migrate'))`);

async function makeLedgers(query: Query): Promise<void> {
  await lock(query);
  if (await hasLedgers(query)) return; // to alter a table waits for whoever reads it, as a backup does, also where there is nothing to alter
  await query('create schema if not exists supabase_migrations');
  for (const ledger of [ownLedger, sharedLedger]) {
    await query(`create table if not exists ${ledger} (version text primary key, statements text[], name text);
      alter table ${ledger} add column if not exists checksum text`);
  }
}

async function hasLedgers(query: Query): Promise<boolean> {
  const { rowCount } = await query(
    `select from pg_attribute where attrelid in (to_regclass($1), to_regclass($2)) and attname = 'checksum'`,
    [ownLedger, sharedLedger],
  );
  return rowCount === 2;
}

type Scripts = { ledger: string; migrations: Migration[]; patience: Patience };

async function applyAll(owner: Owner, { ledger, migrations, patience }: Scripts): Promise<number> {
  let applied = 0;
  for (const migration of await findPending(owner, ledger, migrations)) {
    const work = (query: Query) => apply(query, ledger, migration);
    applied += Number(await retryOnLock(owner, work, { ...patience, for: migration.file }));
  }
  return applied;
}

async function findPending(owner: Owner, ledger: string, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await owner((query) =>
    query<{ version: string; checksum: string | null }>(`select version, checksum from ${ledger}`),
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

/** The record comes first, because a script may change the role; all of it is one transaction. */
async function apply(
  query: Query,
  ledger: string,
  { version, file, name, sql, checksum }: Migration,
): Promise<boolean> {
  await lock(query);
  const { rowCount } = await query(
    `insert into ${ledger} (version, name, checksum) values ($1, $2, $3) on conflict do nothing`,
    [version, name, checksum],
  );
  if (rowCount === 0) return false;
  await query('set local statement_timeout = 0');
  await limitLockWaits(query);
  await query(sql).catch((error: Error) => {
    if (collides(error) || isLockTimeout(error)) throw error;
    throw new StartFailure(`${file} could not be applied to the database: ${error.message}.`, { cause: error });
  });
  return true;
}

/** Roles belong to the whole cluster but the lock to one database: a start in the database next door may be making them too. */
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
