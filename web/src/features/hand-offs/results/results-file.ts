import { ColumnSamples } from '#domain/csv/column-samples.ts';
import { ColumnValues } from '#domain/hand-off/column-values.ts';
import { type ReportedRow, type ResultMapping, reportReader, type UnreadCell } from '#domain/hand-off/results.ts';
import { type ImportFile, openImportFile } from '#domain/import/file.ts';
import { importChunk } from '#domain/limits.ts';

/** A file that was read once, with what its columns say. */
export type ResultsFile = ImportFile & {
  name: string;
  totalRows: number;
  columns: ColumnValues[];
  samples: string[][];
};

export async function openResults(source: File): Promise<ResultsFile> {
  const file = await openImportFile(source, 'leads');
  const columns = file.headers.map(() => new ColumnValues());
  const samples = new ColumnSamples(columns.length);
  let totalRows = 0;
  for await (const { cells } of file.rows()) {
    totalRows += 1;
    samples.add(cells);
    for (const [index, column] of columns.entries()) column.add(cells[index] ?? '');
  }
  return { ...file, name: source.name, totalRows, columns, samples: samples.values };
}

/** The reports of a chunk's rows, with the rows' numbers, and the cells that could not be read. A row without any other cell is not reported. */
type ReportedChunk = {
  rows: number[];
  reported: ReportedRow[];
  unread: { row: number; cell: UnreadCell }[];
  done: number;
};

/** The rows of the file in chunks, as the mapping reads them. */
export async function* reportedChunks(file: ResultsFile, mapping: ResultMapping): AsyncGenerator<ReportedChunk> {
  const read = reportReader(file.headers, mapping);
  const empty = (): ReportedChunk => ({ rows: [], reported: [], unread: [], done: 0 });
  let chunk = empty();
  for await (const { row, cells } of file.rows()) {
    const { unread = [], ...reported } = read(cells);
    for (const cell of unread) chunk.unread.push({ row, cell });
    if (unread.length === 0 || Object.keys(reported.results).length > 0) {
      chunk.rows.push(row);
      chunk.reported.push(reported);
    }
    chunk.done += 1;
    if (chunk.done < importChunk.rows) continue;
    yield chunk;
    chunk = empty();
  }
  yield chunk;
}
