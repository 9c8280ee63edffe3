import { MIGRATION_TABLES } from '../setup/migration-files.ts';
import { StartFailure } from '../setup/start-failure.ts';
import type { Head } from './format.ts';

export type RunQuery = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

const ADVICE = 'restore into an empty one (another DATA_DIR, or another database in DATABASE_URL).';

/** Throws StartFailure if the database, of any version, is in use. */
export async function requireUnused(run: RunQuery): Promise<void> {
  for (const table of ['auth.users', 'public.customers']) {
    if (!(await hasRow(run, table, 'true'))) continue;
    throw new StartFailure(`The database holds accounts or customers already: ${ADVICE}`);
  }
}

/** Throws StartFailure if a server is connected: it would keep using keys and settings that the restore replaces. */
export async function requireNoServer(run: RunQuery): Promise<void> {
  const isServer = `datname = current_database() and usename = 'authenticator'`;
  if (!(await hasRow(run, 'pg_catalog.pg_stat_activity', isServer))) return;
  throw new StartFailure('A server runs on this database: stop it first.');
}

/** Throws StartFailure if the database has migrations that the backup lacks. */
export async function requireNotNewer(run: RunQuery, { own, migrations }: Head): Promise<void> {
  const isLater =
    (await hasRow(run, MIGRATION_TABLES.own, 'version <> all ($1)', [own])) ||
    (await hasRow(run, MIGRATION_TABLES.migrations, 'version <> all ($1)', [migrations]));
  if (isLater) throw new StartFailure(`The database has a later schema than the backup: ${ADVICE}`);
}

/** Whether the table exists and has such a row. */
async function hasRow(run: RunQuery, table: string, condition: string, values: unknown[] = []): Promise<boolean> {
  const found = await run('select where to_regclass($1) is not null', [table]);
  if (found.rows.length === 0) return false;
  return (await run(`select from ${table} where ${condition} limit 1`, values)).rows.length > 0;
}
