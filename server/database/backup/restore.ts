// Restores a backup into an unused database: all rows or none.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseClient } from '../connections/client.ts';
import type { Query } from '../connections/pool.ts';
import { LAST_COMMIT, replaceFormer } from '../setup/adopt.ts';
import { migrate, ownScripts } from '../setup/migrate.ts';
import { MIGRATION_TABLES, type Migration, productMigrations } from '../setup/migration-files.ts';
import { onOneConnection, openOwner, queryOn } from '../setup/owner.ts';
import { StartFailure } from '../setup/start-failure.ts';
import { END_OF_ROWS, type End, type Head, nextHead, nextJson, type Part, readParts, splitLines } from './format.ts';

const RESTORE_FORMER = `The backup is older than this version can restore: restore it with commit ${LAST_COMMIT}, then start this version (docs/operations.md).`;

const BATCH_BYTES = 64 * 1024;

/**
 * Creates the backup's schema, loads its rows and returns their number. The next start applies later migrations. Throws StartFailure for an invalid or
 * incomplete file and for one of a later version; and, before it changes anything, for a database that is in use or has a later schema.
 */
export async function restoreBackup(url: string, source: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  await pipeline(source, createGunzip(), async (chunks) => {
    const lines = splitLines(chunks);
    const head = await nextHead(lines);
    head.migrations = replaceFormer(head.migrations, RESTORE_FORMER);
    await openOwner(url)(async (query) => {
      await requireUnused(query);
      await requireNoServer(query);
      await requireNotNewer(query, head);
    });
    await createSchema(url, head);
    rows = await load(url, lines);
  }).catch((error: NodeJS.ErrnoException) => {
    if (!error.code?.startsWith('Z_')) throw error;
    throw new StartFailure('The backup cannot be unpacked, because it is incomplete or damaged: use another one.');
  });
  return rows;
}

/** Applies the backup's migrations and no later ones. */
async function createSchema(url: string, { own, migrations }: Head): Promise<void> {
  await onOneConnection(url, (owner) =>
    migrate(owner, findScripts(migrations, productMigrations()), findScripts(own, ownScripts)),
  );
}

/** Returns the scripts of these versions. Throws StartFailure for an unknown one. */
function findScripts(versions: readonly string[], known: Migration[]): Migration[] {
  const unknown = versions.find((version) => known.every((script) => script.version !== version));
  if (!unknown) return known.filter(({ version }) => versions.includes(version));
  throw new StartFailure(
    `The backup has migration ${unknown}, which this version of Leadlight does not know: restore it with the version that made it, or a later one.`,
  );
}

async function load(url: string, lines: AsyncGenerator<Buffer>): Promise<number> {
  const client = new DatabaseClient(url);
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; begin; set local search_path = ''`);
    await requireUnused(queryOn(client));
    const end = await loadParts(client, lines);
    for (const { name, value, isCalled } of end.sequences) {
      await client.query('select pg_catalog.setval($1, $2, $3)', [name, value, isCalled]);
    }
    await requireNoServer(queryOn(client)); // it may have started meanwhile
    await client.query('commit');
    await client.query('analyze'); // without statistics, queries are planned as for empty tables
    return end.rows;
  } finally {
    await client.end(); // rolls back an open transaction
  }
}

/** Disables triggers, whose effects are in the backup. Foreign keys are checked. */
async function loadParts(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<End> {
  const known = await readParts(client);
  let rows = 0;
  for (;;) {
    const line = await nextJson<Part | End>(lines);
    if ('rows' in line) {
      if (line.rows === rows) return line;
      throw new StartFailure(
        `The backup should have ${line.rows} rows but has ${rows}, because it is damaged: use another one.`,
      );
    }
    if (
      !known.some((part) => part.table === line.table && line.columns.every((column) => part.columns.includes(column)))
    ) {
      throw new StartFailure(
        `The backup has columns of ${line.table} that its version lacks, because it was edited: use another one.`,
      );
    }
    await client.query(`alter table ${line.table} disable trigger user; delete from ${line.table}`);
    const copying = client.query(copyFrom(`copy ${line.table} (${line.columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(readRows(lines)), copying);
    await client.query(`set constraints all immediate; alter table ${line.table} enable trigger user`);
    rows += copying.rowCount;
  }
}

/** Yields the rows of a table in batches. */
async function* readRows(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let [batch, size]: [Buffer[], number] = [[], 0];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new StartFailure('The backup is incomplete: use another one.');
    if (value.equals(END_OF_ROWS)) break;
    batch.push(value);
    size += value.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(batch);
}

const ADVICE = 'restore into an empty one (another DATA_DIR, or another database in DATABASE_URL).';

/** Throws StartFailure if the database, of any version, is in use. */
async function requireUnused(query: Query): Promise<void> {
  for (const table of ['auth.users', 'public.customers']) {
    if (!(await hasRow(query, table, 'true'))) continue;
    throw new StartFailure(`The database holds accounts or customers already: ${ADVICE}`);
  }
}

/** Throws StartFailure if a server is connected: it would keep using keys and settings that the restore replaces. */
async function requireNoServer(query: Query): Promise<void> {
  const isServer = `datname = current_database() and usename = 'authenticator'`;
  if (!(await hasRow(query, 'pg_catalog.pg_stat_activity', isServer))) return;
  throw new StartFailure('A server runs on this database: stop it first.');
}

/** Throws StartFailure if the database has migrations that the backup lacks. */
async function requireNotNewer(query: Query, { own, migrations }: Head): Promise<void> {
  const isLater =
    (await hasRow(query, MIGRATION_TABLES.own, 'version <> all ($1)', [own])) ||
    (await hasRow(query, MIGRATION_TABLES.migrations, 'version <> all ($1)', [migrations]));
  if (isLater) throw new StartFailure(`The database has a later schema than the backup: ${ADVICE}`);
}

/** Whether the table exists and has such a row. */
async function hasRow(query: Query, table: string, condition: string, values: unknown[] = []): Promise<boolean> {
  const found = await query('select where to_regclass($1) is not null', [table]);
  if (found.rows.length === 0) return false;
  return (await query(`select from ${table} where ${condition} limit 1`, values)).rows.length > 0;
}
