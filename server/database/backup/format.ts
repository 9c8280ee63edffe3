// The format of a backup: gzipped lines.
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
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
