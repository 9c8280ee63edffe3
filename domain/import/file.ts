// In charge of opening a CSV file for import: encoding, delimiter, header row, and its data rows one by one. Holds a few records at a time, however large the file.
import { detectDialect } from '../csv/dialect.ts';
import { type ByteSource, type BytesListener, decodeText, detectEncoding, type Encoding } from '../csv/encoding.ts';
import { type CsvRecord, type Delimiter, readRecords } from '../csv/records.ts';
import { importChunk, importPreview } from '../limits.ts';
import { distinctHeaders, matchHeader } from './headers.ts';
import type { ImportType } from './targets.ts';

/** A data row of the file: `row` is 2 for the first after the header; blank records have none. */
export type FileRow = Pick<CsvRecord, 'cells' | 'isClosed' | 'isTooLarge'> & { row: number };

export type ImportFile = {
  encoding: Encoding;
  /** Null where the file has no non-blank record. */
  delimiter: Delimiter | null;
  /** Counts records from 1, blank ones and the preamble included; null where there is none. */
  headerRow: number | null;
  /** Each one different, in the file's order: the keys of a column mapping. */
  headers: string[];
  /** The first data rows, for the wizard; empty where there is nothing to import. */
  firstRows: FileRow[];
  /** Reads the file from its start and gives its data rows in order. */
  rows(onBytes?: BytesListener): AsyncGenerator<FileRow>;
};

/** Whether the name ends in `.csv`, in any case. */
export function isCsvName(fileName: string): boolean {
  return /\.csv$/i.test(fileName);
}

/**
 * Opens a file whose headers are those of leads or of companies. Reads it once to its end for the encoding; `onBytes` hears how far that is.
 * Rejects only where the file cannot be read.
 */
export async function openImportFile(file: ByteSource, type: ImportType, onBytes?: BytesListener): Promise<ImportFile> {
  const encoding = await detectEncoding(file, onBytes);
  const openText = (listener?: BytesListener) => decodeText(file, encoding, listener);
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
    yield { row, cells: record.cells, isClosed: record.isClosed, isTooLarge: record.isTooLarge };
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
