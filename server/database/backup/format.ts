// The format of a backup: gzipped lines, with the tables in the order in which they can be loaded.
import type pg from 'pg';
import { StartFailure } from '../setup/start-failure.ts';

/** The first line, with the scripts and migrations that define the schema of the rows. */
export type Head = { leadlight: 'backup'; madeAt: string; own: string[]; migrations: string[] };

/** The line before the rows of a table, which are in COPY's text format and end with the line `\.`. */
export type Part = { table: string; columns: string[] };

/** The last line. A file without it is incomplete. */
export type End = { rows: number; sequences: { name: string; value: string; isCalled: boolean }[] };

export const jsonLine = (line: Head | Part | End) => `${JSON.stringify(line)}\n`;

/** Never a row, because COPY doubles every backslash in a value. */
export const END_OF_ROWS = Buffer.from('\\.\n');

/** Yields lines with their line ends, undecoded. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let start = 0;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
      yield text.subarray(start, end + 1);
      start = end + 1;
    }
    rest = text.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

/** Reads the next line as JSON. Throws StartFailure. */
export async function nextJson<Line extends Partial<Head> | Part | End>(lines: AsyncGenerator<Buffer>): Promise<Line> {
  const { value, done } = await lines.next();
  if (done) throw new StartFailure('The backup is incomplete: use another one.');
  try {
    return JSON.parse(value.toString()) as Line;
  } catch {
    throw notABackup();
  }
}

/** Reads the first line. Older versions, with a single script of their own, did not list it. */
export async function nextHead(lines: AsyncGenerator<Buffer>): Promise<Head> {
  const head = await nextJson<Partial<Head>>(lines);
  if (head.leadlight !== 'backup' || !head.migrations) throw notABackup();
  return { own: ['1'], ...head } as Head;
}

const notABackup = () =>
  new StartFailure('The file is not a backup of Leadlight: name one that `npm run backup` has written.');

/** The schemas of the product. The applied migrations are in the head of a backup. */
export const SCHEMAS = ['auth', 'private', 'public'];

type LoadDependency = { table: string; needs: string };

/** Returns every table with its columns, in load order. Names are quoted as needed; generated columns are left out. */
export async function readParts(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `select format('%I.%I', nspname, relname) as table,
       array(
         select format('%I', attname) from pg_catalog.pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
       ) as columns
     from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname = any($1) order by 1`,
    [SCHEMAS],
  );
  const found = await client.query<LoadDependency>(
    `select conrelid::pg_catalog.regclass::text as table, confrelid::pg_catalog.regclass::text as needs
     from pg_catalog.pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  return inLoadOrder(rows, found.rows);
}

/** A table comes after those that its foreign keys reference. */
function inLoadOrder(parts: readonly Part[], references: readonly LoadDependency[]): Part[] {
  const ordered: Part[] = [];
  const placed = new Set<string>();
  while (ordered.length < parts.length) {
    const ready = parts.filter(
      ({ table }) =>
        !placed.has(table) && references.every((reference) => reference.table !== table || placed.has(reference.needs)),
    );
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a cycle.');
    for (const part of ready) placed.add(part.table);
    ordered.push(...ready);
  }
  return ordered;
}
