import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { pendingIds, selectedIds } from '../bulk/row-ids.ts';
import type { BulkAction } from '../bulk/texts.ts';
import { type Change, type Target, useBulkActions } from '../bulk/use-bulk-actions.ts';
import { describeFilters, NO_FILTERS, scopeOf, useListFilters } from '../filters.ts';
import { countsQuery, exactCount, useReviewCounts, useStatusCounts } from '../list-data.ts';
import { countSelected, coverage } from '../selection/selection.ts';
import type { SelectionSummary } from '../selection/summary.ts';
import { useSelection } from '../selection/use-selection.ts';
import { countOf, type Status } from '../status.ts';
import type { ReviewTable } from '../table.ts';
import { useOutsideCount } from './use-outside-count.ts';

/** A bulk action that waits for confirmation. */
export type Confirmation = 'delete' | 'approve all';

/** The state of an administrator's list: filters, counts, selection and bulk actions. */
export function useAdminList(table: ReviewTable) {
  const { name } = table;
  const [filters, changeFilters] = useListFilters(table);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const customerName = useCustomerName(filters.customerId);

  const scope = useMemo(() => scopeOf(filters, null), [filters]);
  const counts = useReviewCounts(name, scope);
  const statusCounts = useStatusCounts(name, scope);
  const total = exactCount(counts, filters.status);

  const selection = useSelection(filters);
  const { isCurrent, isElsewhere } = selection;
  const selectedUnder = selection.madeUnder ?? NO_FILTERS;
  const selectedScope = scopeOf(selectedUnder, null);
  const selectedCustomer = useCustomerName(selectedUnder.customerId);
  const isOfAll = selection.selection.kind === 'all-except';
  const { data: selectedCounts } = useQuery({
    ...countsQuery(name, selectedScope),
    enabled: isOfAll,
    placeholderData: undefined,
  });
  /** The number of rows that match the selection's filters, once it is known. */
  const matching = selectedCounts && countOf(selectedCounts, selectedUnder.status);
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
    madeUnder: isElsewhere ? describeFilters(selectedUnder, selectedCustomer) : null,
  };

  const bulk = useBulkActions(table);
  const selected: Target = {
    readIds: selectedIds(name, selectedScope, selection.selection),
    customers: selectedScope.customers,
    onRemaining: (ids) => selection.selectThese(ids, selection.madeUnder),
  };
  const pending = (status: Status | null): Target => ({
    readIds: pendingIds(name, status ? { ...scope, status } : scope),
    customers: scope.customers,
    onRemaining: (ids) => {
      if (ids.length > 0) selection.selectThese(ids, filters);
    },
  });

  return {
    table,
    filters,
    changeFilters,
    scope,
    counts,
    statusCounts,
    /** The number of rows that match, possibly estimated; 0 until they are counted. */
    listed: counts ? countOf(counts, filters.status) : 0,
    /** That number if it is exact. */
    total,
    filtersInWords: describeFilters(filters, customerName),
    clearFilters: () => changeFilters(() => NO_FILTERS),
    /** Restores the filters under which everything selected is shown. */
    showSelected: () => changeFilters(() => selectedUnder),
    selection,
    summary,
    /** The state of the select-all checkbox. */
    selectAll:
      isOfAll && isCurrent && exact === undefined
        ? isEverything || ('indeterminate' as const)
        : coverage(inside, isCurrent ? exact : total),
    confirmation,
    setConfirmation,
    progress: bulk.progress,
    cancel: bulk.cancel,
    setSelected: <Value>(action: BulkAction, change: Change<Value>) => bulk.set(action, change, selected),
    approveSelected: () => bulk.approve(selected),
    deleteSelected: () => bulk.remove(selected),
    restore: bulk.restore,
    /** Approves what matches and is pending: rejected or not reviewed, or only what has this status. */
    approveAll: (status: Status | null) => bulk.approve(pending(status), status === 'to_review'),
  };
}

export type AdminList = ReturnType<typeof useAdminList>;
