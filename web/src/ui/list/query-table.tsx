import type { ReactNode } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import type { Column } from './columns.ts';
import { type ListQuery, ListStates, useLoadMore } from './list-states.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { VirtualTable } from './virtual-table.tsx';

export type QueryTableProps<Row extends { id: string }> = {
  label: string;
  /** The rows in the plural, such as 'leads'. */
  noun: string;
  list: ListQuery;
  rows: readonly Row[];
  /** The number of rows, including those not loaded, if known. */
  total: number | undefined;
  columns: readonly Column<Row>[];
  rowClass?: string;
  /** Shown when there are no rows. */
  empty: ReactNode;
};

/** A table of the rows of a query, in all its states. */
export function QueryTable<Row extends { id: string }>(props: QueryTableProps<Row>) {
  const { noun, list, empty, ...table } = props;
  const { columns, rowClass, rows } = table;
  const loadMore = useLoadMore(list);
  const skeleton = <TableSkeleton label={commonTexts.loading(noun)} columns={columns} rowClass={rowClass} />;
  return (
    <ListStates noun={noun} list={list} count={rows.length} skeleton={skeleton} empty={empty}>
      <VirtualTable {...table} {...loadMore} stale={list.isPlaceholderData ?? false} />
    </ListStates>
  );
}
