import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { onlyCustomer, useFieldColumns } from '@/features/custom-fields/use-field-columns.ts';
import type { Scope } from '@/features/lists/filters.ts';
import { listQuery } from '@/features/lists/list-data.ts';
import type { Sort } from '@/features/lists/status.ts';
import type { ListTable, ReviewRow } from '@/features/lists/table.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { useWithPendingDecisions } from './decisions.ts';

export type ListRowsOptions<Row extends ReviewRow> = {
  table: ListTable<Row>;
  scope: Scope;
  /** The newest first, unless given. */
  sort?: Sort;
  /** Whether something above the list has not loaded, which would move its rows: they are shown afterwards. */
  isHeld?: boolean;
};

/** Reads the rows of a scope page by page, with the chosen custom fields and the decisions that are being saved. */
export function useListRows<Row extends ReviewRow>({ table, scope, sort = 'newest', ...above }: ListRowsOptions<Row>) {
  const { name } = table;
  const { shown: fields, isLoading: areColumnsLoading } = useFieldColumns(onlyCustomer(scope.customers), name);
  const list = useInfiniteQuery(listQuery(table, scope, sort, fields.length > 0));
  const first = list.data?.pages[0]?.rows;
  const areColumnsHeld = useHold(areColumnsLoading, fields.length > 0, first?.[0]);
  const isHeld = areColumnsHeld || above.isHeld === true;
  const stored = useMemo(() => loadedRows(list.data), [list.data]);
  const loaded = useWithPendingDecisions(name, stored);
  // The skeleton, which is shown as long, does not get the columns of the rows.
  const wasPending = useDeferredValue(list.isPending);
  return { list, fields, loaded, isHeld, firstRows: wasPending || isHeld ? undefined : first };
}

/** Whether the rows wait for the chosen columns, or for the values in these. Rows that were shown once stay. */
function useHold(areColumnsLoading: boolean, hasColumns: boolean, first: object | undefined): boolean {
  const [wasShown, setShown] = useState(false);
  const isComplete = !areColumnsLoading && first !== undefined && (!hasColumns || 'custom' in first);
  if (isComplete && !wasShown) setShown(true);
  return areColumnsLoading || (first !== undefined && !isComplete && !wasShown);
}
