import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from './keyset.ts';
import { listKeys, type TableName } from './list-keys.ts';

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
