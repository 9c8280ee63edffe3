import { queryOptions } from '@tanstack/react-query';
import { SUPPRESSED_ERROR } from '#domain/contact-kind.ts';
import type { RowError } from '#domain/import/result.ts';
import { firstText, nameReader } from '#domain/import/rows.ts';
import { importPreview } from '#domain/limits.ts';
import { COUNT, dataOf, readCount, rows } from '@/lib/rows.ts';
import { fetchMapping } from '../data.ts';
import type { ShownError } from '../import-result.tsx';
import type { PastImport } from './history-data.ts';

export type StoredError = RowError & { cells: string[] };

/** The first errors of an import, in the file's order. A row is named by the mapping last used for its headers, or by its first cell if the headers are not stored. */
export const firstErrors = ({ id, customer_id, import_type }: PastImport) =>
  queryOptions({
    queryKey: ['imports', 'errors', id],
    queryFn: async ({ signal }): Promise<ShownError[]> => {
      const data = await dataOf(
        rows
          .from('import_errors')
          .select('row, sheet_row, error, cells')
          .eq('import_id', id)
          .order('row')
          .limit(importPreview.errors),
        signal,
      );
      const headers = await fetchHeaders(id);
      const nameOf = headers && nameReader(import_type, headers, await fetchMapping(customer_id, import_type, headers));
      return data.map(({ row, sheet_row, error, cells }) => ({
        row: sheet_row ?? row,
        name: (nameOf ?? firstText)(cells as string[]),
        error,
      }));
    },
    meta: { logAs: 'Error fetching the errors of an import' },
  });

/** The headers of an import's file; null for imports from before they were stored. */
export async function fetchHeaders(id: string): Promise<string[] | null> {
  const data = await dataOf(rows.from('imports').select('columns').eq('id', id).single());
  return data.columns as string[] | null;
}

const ERRORS_PAGE = 1000;

export async function* rejectedRows(id: string): AsyncGenerator<StoredError[]> {
  let after = 0;
  let page: StoredError[];
  do {
    const data = await dataOf(
      rows
        .from('import_errors')
        .select('row, error, cells')
        .eq('import_id', id)
        .gt('row', after)
        .order('row')
        .limit(ERRORS_PAGE),
    );
    page = data as StoredError[];
    yield page;
    after = page.at(-1)?.row ?? after;
  } while (page.length === ERRORS_PAGE);
}

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
