import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from './keyset.ts';

export type TableName = 'leads' | 'companies';

/** The query keys of a table. Everything that depends on its rows has a key under `all`, what counts approvals one under `counts`. */
export const listKeys = (table: TableName) => ({
  all: [table] as const,
  lists: [table, 'list'] as const,
  records: [table, 'record'] as const,
  record: (id: string) => [table, 'record', id] as const,
  counts: [table, 'count'] as const,
  /** The scope of saves of decisions, which are sent one after another. */
  decisionScope: `decision about ${table}`,
});

type CachedRow = { id: string };

/** Changes a row in the cached lists. The pages without the row stay the same objects, so that the cache need not compare their rows. */
export function updateLists(client: QueryClient, table: TableName, id: string, change: object) {
  const update = (page: Page<CachedRow>) =>
    page.rows.some((row) => row.id === id)
      ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }
      : page;
  client.setQueriesData<InfiniteData<Page<CachedRow>>>(
    { queryKey: listKeys(table).lists },
    (list) => list && { ...list, pages: list.pages.map(update) },
  );
}
