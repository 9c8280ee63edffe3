// Writes a backup: all rows of all tables from one snapshot, while the server runs. Needs no PostgreSQL programs.
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../connections/client.ts';
import { MIGRATION_TABLES } from '../setup/migration-files.ts';
import { END_OF_ROWS, type End, jsonLine, readParts, SCHEMAS } from './format.ts';

/** Streams the database to `sink`, closes it, and returns the number of rows. */
export async function writeBackup(url: string, sink: Writable): Promise<number> {
  const client = new DatabaseClient(url);
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read, read only;
      set local statement_timeout = 0; set local row_security = off; set local datestyle = 'ISO'; set local search_path = ''`);
    const written = { rows: 0 };
    await pipeline(Readable.from(readBackup(client, written)), createGzip(), sink);
    return written.rows;
  } finally {
    await client.end();
  }
}

async function* readBackup(client: pg.Client, written: { rows: number }): AsyncGenerator<Buffer | string> {
  const own = await versionsIn(client, MIGRATION_TABLES.own);
  const migrations = await versionsIn(client, MIGRATION_TABLES.migrations);
  yield jsonLine({ leadlight: 'backup', madeAt: new Date().toISOString(), own, migrations });
  for (const part of await readParts(client)) {
    yield jsonLine(part);
    const copying = client.query(copyTo(`copy ${part.table} (${part.columns.join(', ')}) to stdout`));
    yield* copying;
    written.rows += copying.rowCount;
    yield END_OF_ROWS;
  }
  yield jsonLine({ rows: written.rows, sequences: await readSequences(client) });
}

async function versionsIn(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(`select version from ${table} order by version`);
  return rows.map(({ version }) => version);
}

async function readSequences(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name,
       coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_catalog.pg_sequences where schemaname = any($1)`,
    [SCHEMAS],
  );
  return rows;
}
