import { queryOptions } from '@tanstack/react-query';
import { SUPPRESSED_ERROR } from '#domain/contact-kind.ts';
import { autoMapping } from '#domain/import/mapping.ts';
import type { RowError } from '#domain/import/result.ts';
import { firstText, nameReader } from '#domain/import/rows.ts';
import { importPreview } from '#domain/limits.ts';
import { readPages } from '@/lib/keyset.ts';
import { COUNT, readCount, readData, rows } from '@/lib/rows.ts';
import { fetchSavedMapping } from '../data.ts';
import type { ShownError } from '../import-result.tsx';
import type { PastImport } from './history-data.ts';

export type StoredError = RowError & { cells: string[] };

/** The first errors of an import, in the file's order. A row is named by the mapping last used for its headers, or by its first cell if the headers are not stored. */
export const firstErrors = (entry: PastImport) =>
  queryOptions({
    queryKey: ['imports', 'errors', entry.id],
    queryFn: async ({ signal }): Promise<ShownError[]> => {
      const data = await readData(
        rows
          .from('import_errors')
          .select('row, sheet_row, error, cells')
          .eq('import_id', entry.id)
          .order('row')
          .limit(importPreview.errors),
        signal,
      );
      const headers = await fetchHeaders(entry.id);
      const readName = headers ? await openNameReader(entry, headers) : firstText;
      return data.map(({ row, sheet_row, error, cells }) => ({
        row: sheet_row ?? row,
        name: readName(cells as string[]),
        error,
      }));
    },
    meta: { logAs: 'Error fetching the errors of an import' },
  });

async function openNameReader({ customer_id: customerId, import_type: importType }: PastImport, headers: string[]) {
  const saved = await fetchSavedMapping({ customerId, importType }, headers);
  return nameReader(importType, headers, saved?.mapping ?? autoMapping(importType, headers));
}

/** The headers of an import's file; null for imports from before they were stored. */
export async function fetchHeaders(id: string): Promise<string[] | null> {
  const data = await readData(rows.from('imports').select('columns').eq('id', id).single());
  return data.columns as string[] | null;
}

/** The rejected rows of an import, page by page, in the file's order. */
export const rejectedRows = (id: string) =>
  readPages<StoredError>(async (after, limit) => {
    const request = rows.from('import_errors').select('row, error, cells').eq('import_id', id);
    const data = await readData(
      request
        .gt('row', after?.row ?? 0)
        .order('row')
        .limit(limit),
    );
    return data as StoredError[];
  });

/** How many rows of an import were rejected that must not be contacted. */
export const suppressedCount = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'suppressed', id],
    queryFn: ({ signal }) =>
      readCount(
        rows.from('import_errors').select('*', COUNT).eq('import_id', id).like('error', `${SUPPRESSED_ERROR}*`),
        signal,
      ),
    meta: { logAs: 'Error counting the errors of an import' },
  });
