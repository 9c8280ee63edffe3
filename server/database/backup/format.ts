// In charge of how a backup is written down: a gzip of lines, whose reader and writer must agree. Knows no database.
import { StartFailure } from '../start-failure.ts';

/** The first line: what the file is, and which shape of the database its rows fit into: our own scripts and the migrations. */
export type Head = { leadlight: 'backup'; madeAt: string; own: string[]; migrations: string[] };

/** A table's line; its rows follow as COPY writes them, up to the line `\.`. */
export type Part = { table: string; columns: string[] };

/** The last line; a file without it was cut off. */
export type End = { rows: number; sequences: { name: string; value: string; isCalled: boolean }[] };

export const jsonLine = (line: Head | Part | End) => `${JSON.stringify(line)}\n`;

/** COPY writes every backslash of a value twice, so no row reads like this. */
export const END_OF_ROWS = Buffer.from('\\.\n');

/** Lines of bytes, each with its line end; the rows of a table are bytes of any language, so nothing is decoded. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const text: Buffer = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    let start = 0;
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
      yield text.subarray(start, end + 1);
      start = end + 1;
    }
    rest = text.subarray(start);
  }
  if (rest.length > 0) yield rest;
}

/** The line after those that were read. Throws StartFailure where the file has ended, or holds something else. */
export async function nextJson<Line extends Partial<Head> | Part | End>(lines: AsyncGenerator<Buffer>): Promise<Line> {
  const { value, done } = await lines.next();
  if (done) throw new StartFailure('The backup ends too soon: it was cut off, take another one.');
  try {
    return JSON.parse(value.toString()) as Line;
  } catch {
    throw noBackup();
  }
}

/** The first line. When there was but one script of our own, no head named it. */
export async function nextHead(lines: AsyncGenerator<Buffer>): Promise<Head> {
  const head = await nextJson<Partial<Head>>(lines);
  if (head.leadlight !== 'backup' || !head.migrations) throw noBackup();
  return { own: ['1'], ...head } as Head;
}

const noBackup = () =>
  new StartFailure('The file is no backup of Leadlight: name one that `npm run backup` has written.');
