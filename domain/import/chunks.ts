// Splits the rows of a file into the requests that import them.
import { csvLine } from '../csv/cells.ts';
import { importChunk } from '../limits.ts';
import type { FileRow } from './file.ts';
import type { RowError } from './result.ts';
import type { ColumnMapping, ImportType } from './targets.ts';
import type { Updating } from './updating.ts';

/**
 * The body of one import request: `csvData` has the header and `rows` data rows, the first of which is row `firstRow` of the file.
 * `sheetRows` are the rows' numbers in a spreadsheet, if any differs.
 */
export type Chunk = { firstRow: number; rows: number; csvData: string; sheetRows?: number[] };

/** A chunk to send, or a row that is too large to send. */
export type ChunkOrError = { kind: 'chunk'; chunk: Chunk } | { kind: 'error'; error: RowError };

type ChunkLimits = { rows: number; bytes: number };

const lineEnd = '\r\n';
const utf8 = new TextEncoder();

/**
 * Yields the rows in chunks, in the order of the file. A chunk has consecutive rows and stays within both limits; a row that exceeds `bytes` together
 * with the header yields the error 'Row is too large'. An unclosed quote in the last record stays unclosed, so that the function reports it.
 */
export async function* splitIntoChunks(
  headers: readonly string[],
  rows: AsyncIterable<FileRow>,
  limits: ChunkLimits = importChunk,
): AsyncGenerator<ChunkOrError> {
  const headerLine = csvLine(headers);
  const headerBytes = byteLength(headerLine);
  let lines: string[] = [];
  let sheetRows: number[] = [];
  let [bytes, firstRow] = [headerBytes, 0];

  const flush = (): ChunkOrError[] => {
    if (lines.length === 0) return [];
    const chunk = {
      firstRow,
      rows: lines.length,
      csvData: [headerLine, ...lines].join(lineEnd),
      ...(sheetRows.some((sheetRow, index) => sheetRow !== firstRow + index) && { sheetRows }),
    };
    lines = [];
    sheetRows = [];
    bytes = headerBytes;
    return [{ kind: 'chunk', chunk }];
  };

  for await (const row of rows) {
    const line = row.isTooLarge ? '' : csvLineOrUnclosed(row);
    const size = lineEnd.length + byteLength(line);
    if (row.isTooLarge || headerBytes + size > limits.bytes) {
      yield* flush();
      yield { kind: 'error', error: { row: row.row, error: 'Row is too large' } };
      continue;
    }
    if (lines.length === limits.rows || bytes + size > limits.bytes) yield* flush();
    if (lines.length === 0) firstRow = row.row;
    lines.push(line);
    sheetRows.push(row.sheetRow);
    bytes += size;
  }
  yield* flush();
}

function csvLineOrUnclosed({ cells, isClosed }: FileRow): string {
  if (isClosed) return csvLine(cells);
  const open = `"${(cells.at(-1) ?? '').replaceAll('"', '""')}`;
  return [...(cells.length > 1 ? [csvLine(cells.slice(0, -1))] : []), open].join(',');
}

function byteLength(text: string): number {
  return utf8.encode(text).length;
}

/** The content of a chunk, without its position in the file and its import id. */
export type ChunkContent = {
  customerId: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  audience: string | null;
  csvData: string;
  updating?: Updating | null;
};

/** SHA-256 of a chunk's content, in hexadecimal. Throws in a browser on an insecure origin, which has no SubtleCrypto. */
export async function contentHash(content: ChunkContent): Promise<string> {
  const { customerId, importType, columnMapping, audience, csvData, updating } = content;
  const mapping = Object.entries(columnMapping).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([
    customerId,
    importType,
    mapping,
    audience,
    csvData,
    ...(updating ? [updating.mode, updating.fields] : []),
  ]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
