import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { capitalized } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ApprovalToggle } from './approval-toggle.tsx';
import { ApprovalsContext, useApprovals, useWithPendingApprovals } from './approvals.ts';
import type { Scope } from './filters.ts';
import { listQuery } from './list-data.ts';
import { type ListSelection, SelectCell } from './selection/select-cell.tsx';
import type { ListTable, ReviewRow } from './table.ts';
import { useTriage } from './use-triage.ts';

export type ReviewListProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  scope: Scope;
  /** The number of rows in the scope, including those not loaded, if known. */
  total: number | undefined;
  /** Shown when the scope has no rows. */
  empty: ReactNode;
  /** Given on an administrator's page. Its rows are selected instead of reviewed by keys and swipes. */
  selection?: ListSelection;
};

/** The rows of a scope, to approve or reject, in all states of loading. */
export function ReviewList<Row extends ReviewRow>({ table, scope, total, empty, selection }: ReviewListProps<Row>) {
  const { name, noun, renderAction } = table;
  const list = useInfiniteQuery(listQuery(table, scope));
  const loadMore = useLoadMore(list);
  const rows = useWithPendingApprovals(name, rowsOf(list.data));
  const approvals = useApprovals(table);
  const isAdmin = selection !== undefined;
  const triage = useTriage(rows, approvals, !isAdmin);
  const columns = table.columns.filter(({ adminOnly }) => isAdmin || !adminOnly);
  const rowClass = table.rowClass[isAdmin ? 'admin' : 'customer'];
  const skeleton = (
    <TableSkeleton label={`Loading ${noun.many}`} rowClass={rowClass} headOnPhone={isAdmin}>
      {isAdmin && <Skeleton className="size-4" />}
      {columns.map(({ title, skeleton: shape }) => (
        <Fragment key={title}>{shape}</Fragment>
      ))}
      <Skeleton className="ml-auto h-7 w-20" />
    </TableSkeleton>
  );
  return (
    <ApprovalsContext value={approvals}>
      <ListStates noun={noun.many} list={list} count={rows.length} skeleton={skeleton} empty={empty}>
        <VirtualTable
          label={capitalized(noun.many)}
          rows={rows}
          total={total}
          {...loadMore}
          stale={list.isPlaceholderData}
          rowClass={rowClass}
          head={
            <>
              {selection && <th className="flex items-center">{selection.selectAll}</th>}
              {columns.map(({ title, className }) => (
                <th key={title} className={className}>
                  {title}
                </th>
              ))}
              <th className="text-right">Approval</th>
            </>
          }
          headOnPhone={isAdmin}
          isSelected={selection?.has}
          {...triage}
          renderCells={(row) => (
            <>
              {selection && <SelectCell row={row} rows={rows} selection={selection} />}
              {columns.map(({ title, renderCell }) => (
                <Fragment key={title}>{renderCell(row, isAdmin)}</Fragment>
              ))}
              <td className="flex items-center justify-end max-md:flex-col-reverse max-md:items-end">
                {isAdmin && renderAction?.(row)}
                <ApprovalToggle row={row} />
              </td>
            </>
          )}
        />
      </ListStates>
    </ApprovalsContext>
  );
}
