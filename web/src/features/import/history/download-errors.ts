import { isSuppressed } from '#domain/contact-kind.ts';
import { openFileSink } from '@/lib/file-sink.ts';
import { errorsFileName, errorsFormat } from '../csv/errors-csv.ts';
import { texts } from '../texts.ts';
import type { PastImport } from './history-data.ts';
import { fetchHeaders, rejectedRows, type StoredError } from './rejected-rows-data.ts';

export async function downloadErrors(
  { id, file_name, error_rows }: PastImport,
  isOnlySuppressed: boolean,
): Promise<void> {
  const file = await openFileSink(errorsFileName(file_name, isOnlySuppressed), error_rows);
  try {
    const headers = await fetchHeaders(id);
    let format: ReturnType<typeof errorsFormat> | undefined;
    for await (const page of rejectedRows(id)) {
      if (!format) {
        format = errorsFormat(headers ?? numberedColumns(page));
        await file.write(format.head);
      }
      const { line } = format;
      const saved = isOnlySuppressed ? page.filter(isSuppressed) : page;
      await file.write(saved.map(({ cells, error }) => line(cells, error)).join(''));
    }
    await file.close();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

function numberedColumns(rejected: readonly StoredError[]): string[] {
  const widest = Math.max(1, ...rejected.map(({ cells }) => cells.length));
  return Array.from({ length: widest }, (_, column) => texts.history.unnamedColumn(column + 1));
}
