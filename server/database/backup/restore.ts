// In charge of a backup's way back: into a database that nobody has used, brought to the shape that the rows fit, all rows or none.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, ownScripts } from '../migrate.ts';
import { type Migration, productMigrations } from '../migration-files.ts';
import { ownerOf } from '../owner.ts';
import { StartFailure } from '../start-failure.ts';
import { type RunQuery, requireNoServer, requireNotNewer, requireUnused } from './checks.ts';
import { END_OF_ROWS, type End, type Head, linesOf, nextHead, nextJson, type Part } from './format.ts';
import { partsOf } from './tables.ts';

const BATCH_BYTES = 64 * 1024;

/**
 * Fills the database behind the owner's address with a backup's rows; answers how many there were. Later migrations are the next start's.
 * Throws StartFailure for a file that is none or not whole, that a later version wrote, and, before anything is changed, for a database that is in use, beneath a server or of a later shape.
 */
export async function restoreBackup(url: string, source: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  await pipeline(source, createGunzip(), async (pieces) => {
    const lines = linesOf(pieces);
    const head = await nextHead(lines);
    await ownerOf(url)(async (query) => {
      await requireUnused(query);
      await requireNoServer(query);
      await requireNotNewer(query, head);
    });
    await shape(url, head);
    rows = await load(url, lines);
  }).catch((error: NodeJS.ErrnoException) => {
    if (!error.code?.startsWith('Z_')) throw error;
    throw new StartFailure('The backup cannot be unpacked: it was cut off or damaged, take another one.');
  });
  return rows;
}

/** What the backup says was applied, and nothing later: its rows fit no other shape. */
async function shape(url: string, { own, migrations }: Head): Promise<void> {
  await migrate(ownerOf(url), named(migrations, productMigrations()), named(own, ownScripts));
}

/** The scripts of these versions. Throws StartFailure for one that this version lacks. */
function named(versions: readonly string[], known: Migration[]): Migration[] {
  const unknown = versions.find((version) => known.every((script) => script.version !== version));
  if (!unknown) return known.filter(({ version }) => versions.includes(version));
  throw new StartFailure(
    `The backup has migration ${unknown}, which this version of Leadlight does not know: restore it with the version that made it, or a later one.`,
  );
}

async function load(url: string, lines: AsyncGenerator<Buffer>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; begin; set local search_path = ''`);
    const ask: RunQuery = (text, values) => client.query(text, values);
    await requireUnused(ask);
    const end = await loadParts(client, lines);
    for (const { name, value, isCalled } of end.sequences) {
      await client.query('select pg_catalog.setval($1, $2, $3)', [name, value, isCalled]);
    }
    await requireNoServer(ask); // one that started meanwhile
    await client.query('commit');
    await client.query('analyze'); // else the first hours are planned as for empty tables
    return end.rows;
  } finally {
    await client.end(); // what was not committed is rolled back
  }
}

/** Triggers rest meanwhile: what they would write is in the backup. Foreign keys are checked. */
async function loadParts(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<End> {
  const known = await partsOf(client);
  let rows = 0;
  for (;;) {
    const line = await nextJson<Part | End>(lines);
    if ('rows' in line) {
      if (line.rows === rows) return line;
      throw new StartFailure(`The backup names ${line.rows} rows and holds ${rows}: it was damaged, take another one.`);
    }
    if (
      !known.some((part) => part.table === line.table && line.columns.every((column) => part.columns.includes(column)))
    ) {
      throw new StartFailure(`The backup names columns of ${line.table} that its own version has not: it was changed.`);
    }
    await client.query(`alter table ${line.table} disable trigger user; delete from ${line.table}`);
    const copying = client.query(copyFrom(`copy ${line.table} (${line.columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(rowsOf(lines)), copying);
    await client.query(`set constraints all immediate; alter table ${line.table} enable trigger user`);
    rows += copying.rowCount;
  }
}

/** The rows up to the end of their table, many at once. */
async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let [batch, size]: [Buffer[], number] = [[], 0];
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new StartFailure('The backup ends too soon: it was cut off, take another one.');
    if (value.equals(END_OF_ROWS)) break;
    batch.push(value);
    size += value.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(batch);
    [batch, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(batch);
}
