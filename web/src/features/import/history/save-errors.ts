import { openFileSink } from '@/lib/file-sink.ts';
import { errorsFile, errorsFileName } from '../reading/errors-csv.ts';
import { type PastImport, readColumns, refusedRows } from './history-data.ts';

/** Writes the refused rows of an import to a file, in the columns of theirs with the reason after them, however many there are. */
export async function saveErrors({ id, file_name, error_rows }: PastImport): Promise<void> {
  const file = await openFileSink(errorsFileName(file_name), error_rows);
  try {
    const columns = await readColumns(id);
    let written: ReturnType<typeof errorsFile> | undefined;
    for await (const page of refusedRows(id)) {
      if (!written) {
        written = errorsFile(columns ?? numberedColumns(page));
        await file.write(written.head);
      }
      const { line } = written;
      await file.write(page.map(({ cells, error }) => line(cells, error)).join(''));
    }
    await file.close();
  } catch (failure) {
    await file.abort();
    throw failure;
  }
}

/** Names for the columns of a file whose headers nobody knows any more. */
function numberedColumns(refused: readonly { cells: string[] }[]): string[] {
  const widest = Math.max(1, ...refused.map(({ cells }) => cells.length));
  return Array.from({ length: widest }, (_, column) => `Column ${column + 1}`);
}
