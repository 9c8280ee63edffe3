import { csvLine } from '#domain/csv/cells.ts';
import { ColumnSamples } from '#domain/csv/column-samples.ts';
import type { Encoding, Reading } from '#domain/csv/encoding.ts';
import { doubtfulReadings, type ReadingOption } from '#domain/csv/readings.ts';
import { type Delimiter, parseRecords } from '#domain/csv/records.ts';
import type { CustomField } from '#domain/custom-fields.ts';
import { cellSurvey } from '#domain/import/cell-survey.ts';
import { type Chunk, type ChunkOrError, splitIntoChunks } from '#domain/import/chunks.ts';
import { type FileRow, type ImportFile, openImportFile } from '#domain/import/file.ts';
import { type FoundNames, nameSurvey } from '#domain/import/name-survey.ts';
import type { RowError } from '#domain/import/result.ts';
import { rowReader } from '#domain/import/rows.ts';
import type { CompanyRow, LeadRow } from '#domain/import/stored-row.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import type { Updating } from '#domain/import/updating.ts';
import { failureReason } from '@/lib/failure.ts';
import { errorsFile } from './errors-csv.ts';
import { matchSentChunks, type SentChunks } from './match-sent-chunks.ts';

/** A file that was read to its end. */
export type OpenedFile = {
  encoding: Encoding;
  /** Null for a file without any text. */
  delimiter: Delimiter | null;
  headers: string[];
  firstRows: FileRow[];
  /** The first values of each column. */
  samples: string[][];
  totalRows: number;
  names?: FoundNames;
  /** The ways to read the file, if the user must choose one, and the chosen one. */
  readings?: readonly ReadingOption[] | null;
  reading?: Reading | undefined;
};

/** The fields of a request that are the same for every chunk of a file. */
export type ChunkRequest = {
  importId: string;
  customerId: string;
  fileName: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  audience?: string;
  updating?: Updating;
};

/** `body` is null unless it is JSON. */
export type ChunkResponse = { status: number; body: unknown };

/** The next rows of a file: a chunk, whose text stays in the worker, or a row that is too large to send. */
export type NextChunk =
  | { kind: 'chunk'; chunk: Pick<Chunk, 'firstRow' | 'rows'> }
  | Extract<ChunkOrError, { kind: 'error' }>;

/** A row of the file that was not imported, with its error. */
export type RejectedRow = FileRow & RowError;

/** A row as it would be stored, with its number in the file. */
export type ReadRow = { row: number } & (LeadRow | CompanyRow);

let file: ImportFile | undefined;
/** The readings of the file that was opened last without a choice. */
let readings: ReadingOption[] | null = null;
let chunks: AsyncGenerator<ChunkOrError> | undefined;
let previewed: AsyncGenerator<ChunkOrError> | undefined;
/** The survey of the cells in the rows that `next` has read so far. */
let survey: ReturnType<typeof cellSurvey> | undefined;
let current: (Chunk & { correctedRows?: number[] }) | undefined;

function openedFile(): ImportFile {
  if (!file) throw new Error('No file is open');
  return file;
}

export const csvWorker = {
  /** Reads a file to its end. The other methods work on the file that was opened last. */
  async open(source: File, importType: ImportType, reading?: Reading): Promise<OpenedFile> {
    const reportBytes = (bytesRead: number) => postMessage({ bytesRead });
    file = await openImportFile(source, importType, (read) => reportBytes(read / 2), reading);
    const { encoding, delimiter, headers, firstRows } = file;
    const nameCounts = nameSurvey(importType, headers);
    const samples = new ColumnSamples(headers.length);
    let totalRows = 0;
    for await (const { cells } of file.rows((read) => reportBytes((source.size + read) / 2))) {
      totalRows += 1;
      nameCounts.add(cells);
      samples.add(cells);
    }
    if (!reading) readings = await doubtfulReadings(source, encoding);
    const names = nameCounts.result();
    return { encoding, delimiter, headers, firstRows, samples: samples.values, totalRows, names, readings, reading };
  },

  /** Finds where an interrupted import of the file continues. */
  matchSentChunks: (sent: SentChunks) => matchSentChunks(openedFile(), sent),

  /** Starts splitting the file into chunks, at this row. */
  async seek(row: number, type: ImportType, mapping: ColumnMapping): Promise<void> {
    const { headers, rows } = openedFile();
    survey = cellSurvey(type, headers, mapping);
    chunks = splitIntoChunks(headers, rowsFrom(rows(), row, survey.add));
  },

  cellsLeftOut: async () => survey?.found,

  /** Null at the end of the file. */
  async next(): Promise<NextChunk | null> {
    const next: ChunkOrError | null = (await chunks?.next())?.value ?? null;
    if (next?.kind !== 'chunk') return next;
    current = next.chunk;
    return { kind: 'chunk', chunk: { firstRow: current.firstRow, rows: current.rows } };
  },

  /** Reads the next rows of the file for a preview, as they would be stored, without those that have errors. Null at the end of the file. */
  async readRows(type: ImportType, mapping: ColumnMapping, fields: readonly CustomField[], isFirst: boolean) {
    const { headers, rows } = openedFile();
    if (isFirst) previewed = splitIntoChunks(headers, rows());
    const next: ChunkOrError | null = (await previewed?.next())?.value ?? null;
    if (next?.kind !== 'chunk') return next && { total: 1, rows: [] };
    const { firstRow, rows: total, csvData } = next.chunk;
    const read = rowReader(type, headers, mapping, fields);
    const [, ...records] = parseRecords(csvData, ',');
    const valid = records.flatMap((record, index): ReadRow[] => {
      const outcome = read(record);
      return 'row' in outcome ? [{ row: firstRow + index, ...outcome.row }] : [];
    });
    return { total, rows: valid };
  },

  /** Makes corrected rows the chunk to send, as rows below the end of the file. */
  async correct(firstRow: number, corrected: readonly Omit<FileRow, 'isClosed' | 'isTooLarge'>[]): Promise<void> {
    current = {
      firstRow,
      rows: corrected.length,
      csvData: [openedFile().headers, ...corrected.map(({ cells }) => cells)].map(csvLine).join('\r\n'),
      sheetRows: corrected.map(({ sheetRow }) => sheetRow),
      correctedRows: corrected.map(({ row }) => row),
    };
  },

  /** Sends the last chunk that `next` returned or `correct` received; may be called again for the same chunk. Null if the server cannot be reached. */
  async send(url: string, headers: Record<string, string>, request: ChunkRequest): Promise<ChunkResponse | null> {
    if (!current) throw new Error('There is no chunk to send');
    const { rows: _, ...chunk } = current;
    const body = JSON.stringify({ ...request, ...chunk });
    const sent = fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body });
    const response = await sent.catch(() => null);
    return response && { status: response.status, body: await response.json().catch(() => null) };
  },

  async rejectedRows(errors: readonly RowError[]): Promise<RejectedRow[]> {
    const pending = new Map(errors.map(({ row, error }) => [row, error]));
    const found: RejectedRow[] = [];
    if (pending.size === 0) return found;
    for await (const row of openedFile().rows()) {
      const error = pending.get(row.row);
      if (error !== undefined) found.push({ ...row, error });
      if (found.length === pending.size) break;
    }
    return found;
  },

  errorsFile(errors: RowError[]): Promise<Blob> {
    const { headers, rows } = openedFile();
    return errorsFile(headers, rows(), errors);
  },
};

async function* rowsFrom(
  rows: AsyncIterable<FileRow>,
  first: number,
  survey: (cells: readonly string[]) => void,
): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    survey(row.cells);
    if (row.row >= first) yield row;
  }
}

export type CsvWorker = typeof csvWorker;

export type WorkerCall = { id: number; method: keyof CsvWorker; args: unknown[] };

export type WorkerMessage = { bytesRead: number } | { id: number; result: unknown } | { id: number; error: string };

addEventListener('message', async ({ data: { id, method, args } }: MessageEvent<WorkerCall>) => {
  const run = csvWorker[method] as (...args: unknown[]) => Promise<unknown>;
  try {
    postMessage({ id, result: await run(...args) });
  } catch (error) {
    postMessage({ id, error: failureReason(error) });
  }
});
