import { csvLine } from '../../../../../domain/csv/cells.ts';
import type { FileRow } from '../../../../../domain/import/file.ts';
import type { RowError } from '../../../../../domain/import/result.ts';

const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

/** The rows that have an error, in the file's own columns followed by the reason, piece by piece; cells beyond the header stand after the reason. */
export async function* errorsCsv(
  headers: readonly string[],
  rows: AsyncIterable<FileRow>,
  errors: readonly RowError[],
): AsyncGenerator<string> {
  const reasons = new Map(errors.map(({ row, error }) => [row, error]));
  yield BYTE_ORDER_MARK + csvLine([...headers, 'Error']) + LINE_END;
  for await (const { row, cells } of rows) {
    const reason = reasons.get(row);
    if (reason === undefined) continue;
    const own = headers.map((_, column) => cells[column] ?? '');
    yield csvLine([...own, reason, ...cells.slice(headers.length)]) + LINE_END;
    reasons.delete(row);
    if (reasons.size === 0) return;
  }
}
