import { commonTexts } from '@/lib/texts.ts';
import { EmptyState, type EmptyStateProps, NoMatch, type NoMatchProps } from '../empty-state.tsx';
import { ListStates, type ListStatesProps, useLoadMore } from './list-states.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { VirtualTable, type VirtualTableProps } from './virtual-table.tsx';

export type QueryTableProps<Row extends { id: string }> = Pick<ListStatesProps, 'noun' | 'list'> &
  Pick<VirtualTableProps<Row>, 'label' | 'rows' | 'total' | 'columns' | 'rowClass'> & {
    /** Shown when no rows match the filters, if any are set. `rows` is the noun by default. */
    noMatch?: (Omit<NoMatchProps, 'rows'> & { rows?: string }) | null;
    /** Shown when there are no rows. */
    empty?: EmptyStateProps;
  };

/** A table of the rows of a query, in all its states. */
export function QueryTable<Row extends { id: string }>(props: QueryTableProps<Row>) {
  const { noun, list, noMatch, empty, ...table } = props;
  const { columns, rowClass, rows } = table;
  const loadMore = useLoadMore(list);
  const none = noMatch ? <NoMatch rows={noun} {...noMatch} /> : empty && <EmptyState {...empty} />;
  const skeleton = <TableSkeleton label={commonTexts.loading(noun)} columns={columns} rowClass={rowClass} />;
  return (
    <ListStates noun={noun} list={list} count={rows.length} skeleton={skeleton} empty={none}>
      <VirtualTable {...table} {...loadMore} stale={list.isPlaceholderData} />
    </ListStates>
  );
}
