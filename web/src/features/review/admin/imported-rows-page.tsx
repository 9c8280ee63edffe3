import { useMemo } from 'react';
import { useImportDescription } from '@/features/import/history/use-import-filter.ts';
import { FilteredListPage } from '../filtered-list-page.tsx';
import { NO_FILTERS, scopeOf } from '../filters.ts';
import type { ListTable, ReviewRow } from '../table.ts';

export type ImportedRowsPageProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  importId: string;
  onClear: () => void;
};

/** The rows of one import, in the order of its file. */
export function ImportedRowsPage<Row extends ReviewRow>({ table, importId, onClear }: ImportedRowsPageProps<Row>) {
  const scope = useMemo(() => ({ ...scopeOf(NO_FILTERS, null), importId }), [importId]);
  return <FilteredListPage table={table} scope={scope} condition={useImportDescription(importId)} onClear={onClear} />;
}
