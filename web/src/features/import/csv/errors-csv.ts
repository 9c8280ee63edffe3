import { spreadsheetLine } from '#domain/csv/cells.ts';
import { excelText } from '#domain/import/cleaning.ts';
import type { FileRow } from '#domain/import/file.ts';
import { ERROR_HEADER, withoutErrorColumn } from '#domain/import/mapping.ts';
import type { RowError } from '#domain/import/result.ts';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/**
 * The header line of an errors file, and a function that formats its rows: the file's own columns, then the error, then any cells beyond
 * the header. An error column from an earlier errors file is replaced.
 */
export function errorsFormat(headers: readonly string[]) {
  const own = withoutErrorColumn(headers);
  return {
    head: csvLine([...own, ERROR_HEADER], BYTE_ORDER_MARK),
    line: (cells: readonly string[], error: string) =>
      csvLine([...own.map((_, column) => withoutFormula(cells[column] ?? '')), error, ...cells.slice(headers.length)]),
  };
}

/** A text such as `="Ada"` is written without the signs by which a tool kept Excel from reading it as a number; a number keeps them. */
const withoutFormula = (cell: string) => (/^\s*=\s*"[^"]*\p{L}/u.test(cell) ? excelText(cell.trim()) : cell);

const csvLine = (cells: readonly string[], start = '') => start + spreadsheetLine(cells) + LINE_END;

/** 'team - errors.csv' for 'team.csv'; with the rows that must not be contacted, 'team - do not contact.csv'. */
export const errorsFileName = (fileName: string, isOnlySuppressed = false) =>
  fileName.replace(/( - errors)?\.csv$/i, isOnlySuppressed ? ' - do not contact.csv' : ' - errors.csv');

/** 'team.csv' for 'team - errors.csv', also as a browser numbers downloads; null for any other file. */
export function originalFileName(fileName: string): string | null {
  const base = /^(.+) - errors(?: ?\(\d+\))?\.csv$/i.exec(fileName)?.[1];
  return base === undefined ? null : `${base}.csv`;
}

/** The errors file of a CSV file: the header line, then a line for each row that has an error. */
export async function errorsFile(...file: Parameters<typeof errorsCsv>): Promise<Blob> {
  const lines: string[] = [];
  for await (const line of errorsCsv(...file)) lines.push(line);
  return new Blob(lines, { type: 'text/csv;charset=utf-8' });
}

export async function* errorsCsv(
  headers: readonly string[],
  rows: AsyncIterable<FileRow>,
  errors: readonly RowError[],
): AsyncGenerator<string> {
  const pending = new Map(errors.map(({ row, error }) => [row, error]));
  const { head, line } = errorsFormat(headers);
  yield head;
  for await (const { row, cells } of rows) {
    const error = pending.get(row);
    if (error === undefined) continue;
    yield line(cells, error);
    pending.delete(row);
    if (pending.size === 0) return;
  }
}
