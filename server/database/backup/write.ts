// In charge of writing a backup: every row of every table as it was at one moment, while people go on working. Needs no program of PostgreSQL's.
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { END_OF_ROWS, type End, jsonLine } from './format.ts';
import { MIGRATION_TABLES, partsOf, SCHEMAS } from './tables.ts';

/** Writes the database behind the owner's address to a sink and ends it; answers how many rows that were. Memory does not grow with them. */
export async function writeBackup(url: string, sink: Writable): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a broken connection makes the running query reject
  await client.connect();
  try {
    await client.query(`begin isolation level repeatable read, read only;
      set local statement_timeout = 0; set local row_security = off; set local datestyle = 'ISO'; set local search_path = ''`);
    const written = { rows: 0 };
    await pipeline(Readable.from(piecesOf(client, written)), createGzip(), sink);
    return written.rows;
  } finally {
    await client.end();
  }
}

async function* piecesOf(client: pg.Client, written: { rows: number }): AsyncGenerator<Buffer | string> {
  const own = await versionsIn(client, MIGRATION_TABLES.own);
  const migrations = await versionsIn(client, MIGRATION_TABLES.migrations);
  yield jsonLine({ leadlight: 'backup', madeAt: new Date().toISOString(), own, migrations });
  for (const part of await partsOf(client)) {
    yield jsonLine(part);
    const copying = client.query(copyTo(`copy ${part.table} (${part.columns.join(', ')}) to stdout`));
    yield* copying;
    written.rows += copying.rowCount;
    yield END_OF_ROWS;
  }
  yield jsonLine({ rows: written.rows, sequences: await sequencesOf(client) });
}

async function versionsIn(client: pg.Client, ledger: string): Promise<string[]> {
  const { rows } = await client.query<{ version: string }>(`select version from ${ledger} order by version`);
  return rows.map(({ version }) => version);
}

async function sequencesOf(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query<{ name: string; value: string; isCalled: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name,
       coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
     from pg_catalog.pg_sequences where schemaname = any($1)`,
    [SCHEMAS],
  );
  return rows;
}
