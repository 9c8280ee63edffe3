// In charge of cutting a file's rows into the calls that carry them. Refuses a row that no call can carry.
import { csvLine } from '../csv/cells.ts';
import { importChunk } from '../limits.ts';
import type { FileRow } from './file.ts';
import type { RowError } from './result.ts';

/** One call of import-csv-data: `csvData` holds the header and `rows` data rows, the first of which is the file's row `firstRow`. */
export type Chunk = { firstRow: number; rows: number; csvData: string };

/** What is next: a chunk to send, or a row that cannot be sent at all. */
export type Portion = { kind: 'chunk'; chunk: Chunk } | { kind: 'error'; error: RowError };

type ChunkLimits = { rows: number; bytes: number };

const lineEnd = '\r\n';
const utf8 = new TextEncoder();

/**
 * The rows in portions, in the file's order. A chunk has consecutive rows and is within both limits; a row that exceeds `bytes` together with the header is the error
 * 'Row is too large' and belongs to no chunk. A file's last record with an unclosed quote stays unclosed, so that the function sees it too.
 */
export async function* portionsOf(
  headers: readonly string[],
  rows: AsyncIterable<FileRow>,
  limits: ChunkLimits = importChunk,
): AsyncGenerator<Portion> {
  const headerLine = csvLine(headers);
  const headerBytes = byteLength(headerLine);
  let lines: string[] = [];
  let [bytes, firstRow] = [headerBytes, 0];

  const finish = (): Portion[] => {
    if (lines.length === 0) return [];
    const chunk = { firstRow, rows: lines.length, csvData: [headerLine, ...lines].join(lineEnd) };
    lines = [];
    bytes = headerBytes;
    return [{ kind: 'chunk', chunk }];
  };

  for await (const row of rows) {
    const line = row.isTooLarge ? '' : lineOf(row);
    const size = lineEnd.length + byteLength(line);
    if (row.isTooLarge || headerBytes + size > limits.bytes) {
      yield* finish();
      yield { kind: 'error', error: { row: row.row, error: 'Row is too large' } };
      continue;
    }
    if (lines.length === limits.rows || bytes + size > limits.bytes) yield* finish();
    if (lines.length === 0) firstRow = row.row;
    lines.push(line);
    bytes += size;
  }
  yield* finish();
}

function lineOf({ cells, isClosed }: FileRow): string {
  if (isClosed) return csvLine(cells);
  const open = `"${(cells.at(-1) ?? '').replaceAll('"', '""')}`;
  return [...(cells.length > 1 ? [csvLine(cells.slice(0, -1))] : []), open].join(',');
}

function byteLength(text: string): number {
  return utf8.encode(text).length;
}
