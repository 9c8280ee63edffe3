import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { suppressedAmong } from '@/features/do-not-contact/data.ts';
import { texts as contactTexts } from '@/features/do-not-contact/texts.ts';
import { pendingIds, selectedIds } from '@/features/lists/bulk/data.ts';
import type { BulkAction } from '@/features/lists/bulk/texts.ts';
import { type BulkChange, type BulkTarget, useBulkActions } from '@/features/lists/bulk/use-bulk-actions.ts';
import { describeFilters, makeScope, NO_FILTERS, type Scope } from '@/features/lists/filters.ts';
import { countInScope, countQuery, countsQuery } from '@/features/lists/list-data.ts';
import { SelectionContext } from '@/features/lists/selection/select-cell.tsx';
import { countSelected, coverage, type SelectionSummary, useSelection } from '@/features/lists/selection/selection.ts';
import { countRows, type Status } from '@/features/lists/status.ts';
import { inBatches } from '@/lib/batches.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { toastFailure } from '@/lib/toast.ts';
import { type AdminList, useFilterNames } from './use-admin-list.ts';

/** A bulk action that waits for confirmation. */
export type Confirmation = 'delete' | 'approve all' | { suppressed: number };

const AdminSelectionContext = createContext<AdminSelection | null>(null);

const without = (target: BulkTarget): BulkTarget => ({
  ...target,
  readIds: async (signal) => {
    const ids = await target.readIds(signal);
    const suppressed = await suppressedAmong(ids, signal);
    return ids.filter((id) => !suppressed.has(id));
  },
});

/** Holds an administrator's list and its selection. Only what reads it is rendered again when a row is selected. */
export function AdminSelectionProvider({ list, children }: { list: AdminList; children: ReactNode }) {
  const state = useListSelection(list);
  return (
    <AdminSelectionContext value={state}>
      <SelectionContext value={state.selection}>{children}</SelectionContext>
    </AdminSelectionContext>
  );
}

export function useAdminSelection(): AdminSelection {
  const state = useContext(AdminSelectionContext);
  if (!state) throw new Error('useAdminSelection needs an AdminSelectionProvider above it');
  return state;
}

type AdminSelection = ReturnType<typeof useListSelection>;

/** The selection and the bulk actions. */
function useListSelection(list: AdminList) {
  const { table, filters, setFilters, scope, total } = list;
  const { name } = table;
  const client = useQueryClient();
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const selection = useSelection(filters);
  const { isCurrent, isElsewhere } = selection;
  const selectedUnder = selection.madeUnder ?? NO_FILTERS;
  const selectedScope = makeScope(selectedUnder, null);
  const selectedNames = useFilterNames(selectedUnder, name);
  const isOfAll = selection.selection.kind === 'all-except';
  const { data: selectedCounts } = useQuery({
    ...countsQuery(name, selectedScope),
    enabled: isOfAll,
    placeholderData: undefined,
  });
  /** The number of rows that match the selection's filters, once it is known. */
  const matching = selectedCounts && countRows(selectedCounts, selectedUnder.status);
  const is_estimated = isOfAll && selectedCounts?.is_estimated === true;
  const exact = is_estimated ? undefined : isCurrent && !isOfAll ? total : matching;
  const isEverything = isOfAll && selection.selection.ids.size === 0;
  const count = countSelected(selection.selection, matching ?? 0);
  const outside = useOutsideCount(name, scope, selection);
  const inside = isElsewhere ? 0 : count - (outside ?? 0);
  const summary: SelectionSummary = {
    count,
    is_estimated,
    isAll: (isCurrent || isElsewhere) && (exact === undefined ? isEverything : coverage(count, exact) === true),
    outside,
    madeUnder: isElsewhere ? describeFilters(selectedUnder, selectedNames) : null,
  };

  const bulk = useBulkActions(table);
  const selected: BulkTarget = {
    readIds: selectedIds(name, selectedScope, selection.selection),
    customers: selectedScope.customers,
    onRemaining: (ids) => selection.selectThese(ids, selection.madeUnder),
  };
  const pending = (status: Status | null): BulkTarget => ({
    readIds: pendingIds(name, status ? { ...scope, status } : scope),
    customers: scope.customers,
    onRemaining: (ids) => {
      if (ids.length > 0) selection.selectThese(ids, filters);
    },
  });

  const countSuppressed = async (): Promise<number> => {
    const { kind, ids } = selection.selection;
    if (kind === 'these') return (await suppressedAmong([...ids])).size;
    return client.fetchQuery({ ...countQuery(name, { ...selectedScope, suppressed: true }), staleTime: 0 });
  };

  return {
    list,
    selection,
    summary,
    /** The state of the checkbox for all rows. */
    selectAll:
      isOfAll && isCurrent && exact === undefined
        ? isEverything || ('indeterminate' as const)
        : coverage(inside, isCurrent ? exact : total),
    /** Restores the filters under which everything selected is shown. */
    showSelected: () => setFilters(selectedUnder),
    confirmation,
    setConfirmation,
    progress: bulk.progress,
    cancel: bulk.cancel,
    setSelected: <Value,>(action: BulkAction, change: BulkChange<Value>) => bulk.set(action, change, selected),
    /** Requires confirmation if must not be contacted some of the leads. */
    approveSelected: async () => {
      try {
        const suppressed = name === 'leads' ? await countSuppressed() : 0;
        if (suppressed > 0) setConfirmation({ suppressed });
        else await bulk.approve(selected);
      } catch (failure) {
        toastFailure(contactTexts.bulk.failed, failure);
      }
    },
    approveSelectedAnyway: (isWithout: boolean) => bulk.approve(isWithout ? without(selected) : selected),
    deleteSelected: () => bulk.remove(selected),
    restore: bulk.restore,
    /** Approves what matches and is pending: rejected or not reviewed, or only what has this status; also without the leads that must not be contacted. */
    approveAll: (status: Status | null, isWithout = false) =>
      bulk.approve(isWithout ? without(pending(status)) : pending(status), status === 'to_review'),
  };
}

/** The largest number of ids in one request. */
const BATCH_SIZE = 5_000;

type NumberedSelection = Pick<ReturnType<typeof useSelection>, 'selection' | 'number' | 'isCurrent'>;

/** How many selected rows are outside the scope; null until it is counted. */
function useOutsideCount(
  table: TableName,
  scope: Scope,
  { selection, number, isCurrent }: NumberedSelection,
): number | null {
  const { data: inside } = useQuery({
    queryKey: [...listKeys(table).all, 'selected', scope, number],
    enabled: !isCurrent && selection.kind === 'these',
    meta: { logAs: 'Error counting the selection' },
    queryFn: async ({ signal }) => {
      let sum = 0;
      for (const ids of inBatches([...selection.ids], BATCH_SIZE)) sum += await countInScope(table, ids, scope, signal);
      return sum;
    },
  });
  if (isCurrent) return 0;
  return inside === undefined ? null : selection.ids.size - inside;
}
