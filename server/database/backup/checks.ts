// In charge of which databases a backup may not go into; changes nothing.
import { StartFailure } from '../start-failure.ts';
import type { Head } from './format.ts';
import { MIGRATION_TABLES } from './tables.ts';

/** One question to the database. */
export type RunQuery = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

const ADVICE = 'restore into an empty one (another DATA_DIR, or another database in DATABASE_URL).';

/** Throws StartFailure where somebody has begun to work with the database, at whichever version. */
export async function requireUnused(ask: RunQuery): Promise<void> {
  for (const table of ['auth.users', 'public.customers']) {
    if (!(await holds(ask, table, 'true'))) continue;
    throw new StartFailure(`The database holds accounts or customers already: ${ADVICE}`);
  }
}

/** Throws StartFailure where a server has its login's connections open: it would go on with keys and settings that are no longer there. */
export async function requireNoServer(ask: RunQuery): Promise<void> {
  const isServer = `datname = current_database() and usename = 'authenticator'`;
  if (!(await holds(ask, 'pg_catalog.pg_stat_activity', isServer))) return;
  throw new StartFailure('A server runs on this database: stop it first.');
}

/** Throws StartFailure where more has been applied to the database than the backup names. */
export async function requireNotNewer(ask: RunQuery, { own, migrations }: Head): Promise<void> {
  const isLater =
    (await holds(ask, MIGRATION_TABLES.own, 'version <> all ($1)', [own])) ||
    (await holds(ask, MIGRATION_TABLES.migrations, 'version <> all ($1)', [migrations]));
  if (isLater) throw new StartFailure(`The database is of a later shape than the backup: ${ADVICE}`);
}

/** Whether a table is there and has such a row. */
async function holds(ask: RunQuery, table: string, condition: string, values: unknown[] = []): Promise<boolean> {
  const made = await ask('select where to_regclass($1) is not null', [table]);
  if (made.rows.length === 0) return false;
  return (await ask(`select from ${table} where ${condition} limit 1`, values)).rows.length > 0;
}
