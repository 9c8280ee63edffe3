import { orderOf, type ReportedRow, type ResultMapping, reportReader } from '#domain/hand-off/results.ts';
import { type ImportFile, openImportFile } from '#domain/import/file.ts';
import { importChunk } from '#domain/limits.ts';

/** More different values than a status column has. */
const MOST_VALUES = 30;

/** A file that was read once. Of each column: its different values, null for too many, and how its dates are written. */
export type ResultsFile = ImportFile & {
  name: string;
  totalRows: number;
  values: (string[] | null)[];
  dateOrders: ('day' | 'month' | 'either' | null)[];
};

export async function openResults(source: File): Promise<ResultsFile> {
  const file = await openImportFile(source, 'leads');
  const values = file.headers.map((): Set<string> | null => new Set());
  const dateOrders: ResultsFile['dateOrders'] = file.headers.map(() => null);
  let totalRows = 0;
  for await (const { cells } of file.rows()) {
    totalRows += 1;
    for (const [index, known] of values.entries()) {
      const cell = cells[index]?.trim();
      if (!cell) continue;
      const order = orderOf(cell);
      if (order && (!dateOrders[index] || dateOrders[index] === 'either')) dateOrders[index] = order;
      known?.add(cell);
      if (known && known.size > MOST_VALUES) values[index] = null;
    }
  }
  return { ...file, name: source.name, totalRows, values: values.map((known) => known && [...known]), dateOrders };
}

/** What rows of the file report, with the rows' numbers; and the rows with a date that does not exist. */
type ReportedChunk = { rows: number[]; reported: ReportedRow[]; invalid: { row: number; date: string }[] };

/** The rows of the file in chunks, as the mapping reads them. */
export async function* reportedChunks(file: ResultsFile, mapping: ResultMapping): AsyncGenerator<ReportedChunk> {
  const read = reportReader(file.headers, mapping);
  const empty = (): ReportedChunk => ({ rows: [], reported: [], invalid: [] });
  let chunk = empty();
  for await (const { row, cells } of file.rows()) {
    const result = read(cells);
    if ('invalidDate' in result) {
      chunk.invalid.push({ row, date: result.invalidDate });
    } else {
      chunk.rows.push(row);
      chunk.reported.push(result);
    }
    if (chunk.rows.length + chunk.invalid.length < importChunk.rows) continue;
    yield chunk;
    chunk = empty();
  }
  yield chunk;
}
