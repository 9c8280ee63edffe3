import { spreadsheetLine } from '#domain/csv/cells.ts';
import type { FileRow } from '#domain/import/file.ts';
import type { RowError } from '#domain/import/result.ts';
import { ERROR_HEADER, withoutErrorColumn } from '#domain/import/saved-mapping.ts';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** The file of refused rows under a file's headers: how it begins, and a row in its own columns followed by the reason; cells beyond the header stand after that. A reason from before gives way to the new one. */
export function errorsFile(headers: readonly string[]) {
  const own = withoutErrorColumn(headers);
  return {
    head: lineOf([...own, ERROR_HEADER], BYTE_ORDER_MARK),
    line: (cells: readonly string[], reason: string) =>
      lineOf([...own.map((_, column) => cells[column] ?? ''), reason, ...cells.slice(headers.length)]),
  };
}

/** An import trims cells, so white space that a guard would stand before is left out: the guard is dropped only right before a sign. */
const lineOf = (cells: readonly string[], start = '') =>
  start + spreadsheetLine(cells.map((cell) => cell.replace(/^[\t\r\n]+/, ''))) + LINE_END;

/** The name of the file of refused rows of a file. */
export const errorsFileName = (fileName: string) => fileName.replace(/( - errors)?\.csv$/i, ' - errors.csv');

/** The rows of a file that have an error, as a file of their own, piece by piece. */
export async function* errorsCsv(
  headers: readonly string[],
  rows: AsyncIterable<FileRow>,
  errors: readonly RowError[],
): AsyncGenerator<string> {
  const reasons = new Map(errors.map(({ row, error }) => [row, error]));
  const { head, line } = errorsFile(headers);
  yield head;
  for await (const { row, cells } of rows) {
    const reason = reasons.get(row);
    if (reason === undefined) continue;
    yield line(cells, reason);
    reasons.delete(row);
    if (reasons.size === 0) return;
  }
}
