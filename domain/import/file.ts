// Opens a CSV file for import: detects encoding, delimiter and header row, and streams the data rows.
import { detectDialect } from '../csv/dialect.ts';
import {
  type ByteSource,
  type BytesListener,
  detectEncoding,
  type Encoding,
  type Reading,
  readText,
} from '../csv/encoding.ts';
import { type CsvRecord, type Delimiter, readRecords } from '../csv/records.ts';
import { importChunk, importPreview } from '../limits.ts';
import { distinctHeaders, matchHeader } from './headers.ts';
import type { ImportType } from './targets.ts';

/**
 * A data row of the file. `row` is 2 for the first one after the header; blank records are not counted. `sheetRow` is the number that a
 * spreadsheet shows, which counts them and the records above the header.
 */
export type FileRow = Pick<CsvRecord, 'cells' | 'isClosed' | 'isTooLarge'> & { row: number; sheetRow: number };

export type ImportFile = {
  encoding: Encoding;
  /** Null if every record is blank. */
  delimiter: Delimiter | null;
  /** Counts records from 1, including blank ones and the preamble; null if there is no header row. */
  headerRow: number | null;
  /** Unique, in the order of the file. They are the keys of a column mapping. */
  headers: string[];
  /** The first data rows, for the preview. */
  firstRows: FileRow[];
  /** Reads the file again and yields its data rows in order. */
  rows(onBytes?: BytesListener): AsyncGenerator<FileRow>;
};

/** Whether the name ends in `.csv`, ignoring case. */
export function isCsvName(fileName: string): boolean {
  return /\.csv$/i.test(fileName);
}

/**
 * Opens a file of leads or companies. Reads all of it once to detect the encoding, unless the reading is given, and reports the progress to `onBytes`.
 * Rejects only if the file cannot be read.
 */
export async function openImportFile(
  file: ByteSource,
  type: ImportType,
  onBytes?: BytesListener,
  reading?: Reading,
): Promise<ImportFile> {
  const { encoding, twice } = reading ?? { encoding: await detectEncoding(file, onBytes) };
  const openText = (listener?: BytesListener) => readText(file, { encoding, ...(twice && { twice }) }, listener);
  const dialect = await detectDialect(openText, (cell) => matchHeader(type, cell)?.target);
  const rows = dialect
    ? (listener?: BytesListener) => dataRows(openText(listener), dialect.delimiter, dialect.headerRow)
    : noRows;
  return {
    encoding,
    delimiter: dialect?.delimiter ?? null,
    headerRow: dialect?.headerRow ?? null,
    headers: distinctHeaders(dialect?.header ?? []),
    firstRows: await take(rows(), importPreview.rows),
    rows,
  };
}

async function* dataRows(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  headerRow: number,
): AsyncGenerator<FileRow> {
  let [recordNumber, row] = [0, 1];
  for await (const record of readRecords(text, delimiter, importChunk.bytes)) {
    recordNumber += 1;
    if (recordNumber <= headerRow || record.isBlank) continue;
    row += 1;
    const { cells, isClosed, isTooLarge } = record;
    yield { row, sheetRow: recordNumber, cells, isClosed, isTooLarge };
  }
}

async function* noRows(): AsyncGenerator<FileRow> {}

async function take(rows: AsyncIterable<FileRow>, count: number): Promise<FileRow[]> {
  const taken: FileRow[] = [];
  for await (const row of rows) {
    taken.push(row);
    if (taken.length === count) break;
  }
  return taken;
}
