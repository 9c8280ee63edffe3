import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { OWN_CELL } from '@/ui/list/layout.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { IMPORT_ROW } from './columns.ts';
import type { ImportFilters } from './filters.ts';
import { importList } from './history-data.ts';
import { ImportCells } from './import-cells.tsx';

export type ImportListProps = {
  filters: ImportFilters;
  total: number | undefined;
  /** Shown where there are none. */
  empty: ReactNode;
};

/** The imports with all the states of a list. */
export function ImportList({ filters, total, empty }: ImportListProps) {
  const list = useInfiniteQuery(importList(filters));
  const loadMore = useLoadMore(list);
  const imports = rowsOf(list.data);
  return (
    <ListStates noun="imports" list={list} count={imports.length} skeleton={<ImportListSkeleton />} empty={empty}>
      <VirtualTable
        label="Imports"
        rows={imports}
        total={total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={IMPORT_ROW}
        head={<ImportHead />}
        renderCells={(entry) => <ImportCells entry={entry} />}
      />
    </ListStates>
  );
}

const COUNTS = ['Imported', 'Duplicates', 'Errors'];

function ImportHead() {
  return (
    <>
      <th>File</th>
      <th className={OWN_CELL}>Customer</th>
      <th className={OWN_CELL}>By</th>
      <th className={OWN_CELL}>When</th>
      {COUNTS.map((name) => (
        <th key={name} className={`${OWN_CELL} text-right`}>
          {name}
        </th>
      ))}
      <th>
        <span className="sr-only">State</span>
      </th>
    </>
  );
}

function ImportListSkeleton() {
  return (
    <TableSkeleton label="Loading imports" rowClass={IMPORT_ROW}>
      <Skeleton className="h-3.5 w-40" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-16" />
      {COUNTS.map((name) => (
        <CellShape key={name} shown={OWN_CELL} shape="ml-auto h-3.5 w-8" />
      ))}
    </TableSkeleton>
  );
}
