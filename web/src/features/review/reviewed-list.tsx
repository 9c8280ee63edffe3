import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ListSelection, selectionOf } from '@/features/bulk/selection/list-selection.ts';
import type { RowSelection } from '@/features/bulk/selection/select-cell.tsx';
import { capitalized, type Noun } from '@/lib/format.ts';
import { type Page, rowsOf } from '@/lib/keyset.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { type Reviewed, type ReviewedTable, useDecided } from './data.ts';
import { type Decisions, useDecisions } from './use-decisions.ts';
import { useTriage } from './use-triage.ts';

export type CellsProps = { onDecide: Decisions['decide']; selection: RowSelection | undefined };

export type ReviewedListProps<Row extends Reviewed> = {
  noun: Noun;
  reviewed: ReviewedTable;
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** How many rows there are with those not read yet, if known. */
  total: number | undefined;
  /** Shown where there are no rows. */
  empty: ReactNode;
  skeleton: ReactNode;
  /** The grid of a row. */
  rowClass: string;
  head: ReactNode;
  renderCells: (row: Row, props: CellsProps) => ReactNode;
  /** Rows are gone through by keys and swipes where they cannot be selected. */
  selection: ListSelection | undefined;
};

/** Rows to be approved or rejected, with all the states of their list. */
export function ReviewedList<Row extends Reviewed>(props: ReviewedListProps<Row>) {
  const { noun, list, selection, renderCells } = props;
  const loadMore = useLoadMore(list);
  const rows = useDecided(props.reviewed, rowsOf(list.data));
  const decisions = useDecisions(props.reviewed, capitalized(noun.one));
  const triage = useTriage(rows, decisions, !selection);
  return (
    <ListStates noun={noun.many} list={list} count={rows.length} skeleton={props.skeleton} empty={props.empty}>
      <VirtualTable
        label={capitalized(noun.many)}
        rows={rows}
        total={props.total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={props.rowClass}
        head={props.head}
        headOnPhone={selection !== undefined}
        isSelected={selection?.has}
        {...triage}
        renderCells={(row) =>
          renderCells(row, {
            onDecide: decisions.decide,
            selection: selection && selectionOf(row.id, selection, rows),
          })
        }
      />
    </ListStates>
  );
}
