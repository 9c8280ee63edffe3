import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { pendingIds, selectedIds } from '@/features/bulk/ids.ts';
import type { BulkAction } from '@/features/bulk/result-message.ts';
import { countSelected, coverage } from '@/features/bulk/selection/selection.ts';
import type { SelectionSummary } from '@/features/bulk/selection/summary.ts';
import { useSelection } from '@/features/bulk/selection/use-selection.ts';
import type { BulkTable } from '@/features/bulk/table.ts';
import { type Change, useBulkActions, type Wanted } from '@/features/bulk/use-bulk-actions.ts';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { exactTotal } from '@/lib/tally.ts';
import { useTally } from '@/lib/use-tally.ts';
import type { ListFilters } from './filters.ts';
import { useOutside } from './use-outside.ts';

/** A list that administrators manage: its table, what narrows it, and how that reads. */
export type ManagedListKind<Filters extends ListFilters, Scope> = {
  table: BulkTable<Scope>;
  noFilters: Filters;
  scopeOf: (filters: Filters) => Scope;
  /** The filters in words; nothing where there are none. */
  inWords: (filters: Filters, customerName?: string) => string;
};

/** What an administrator's list is waiting to be told before it acts. */
export type Asking = 'delete' | 'approve all' | null;

export type FiltersInUse<Filters> = readonly [filters: Filters, change: (next: (filters: Filters) => Filters) => void];

/** The state of a list that administrators manage: what it shows, what is selected, and what can be done with many rows at once. */
export function useManagedList<Filters extends ListFilters, Scope>(
  kind: ManagedListKind<Filters, Scope>,
  [filters, change]: FiltersInUse<Filters>,
) {
  const { table, noFilters, scopeOf, inWords } = kind;
  const [asking, ask] = useState<Asking>(null);
  const customerName = useCustomerName(filters.customerId);

  const scope = useMemo(() => scopeOf(filters), [filters, scopeOf]);
  const tally = useTally(table.tally, scope);
  const total = exactTotal(tally);

  const chosen = useSelection(filters);
  const selectedUnder = chosen.madeUnder ?? noFilters;
  const selectedScope = scopeOf(selectedUnder);
  const selectedCustomer = useCustomerName(selectedUnder.customerId);
  const isOfAll = chosen.selection.kind === 'all-except';
  const listed = chosen.isHere ? total : undefined;
  const { data: counted } = useQuery({
    ...table.count(selectedScope, null),
    enabled: isOfAll && listed === undefined, // an exact count of a search takes long
    initialData: isOfAll ? listed : undefined, // for when the filters change and the selection stays
    placeholderData: undefined,
  });
  /** How many rows match the filters of the selection, as far as that is known. */
  const matching = listed ?? counted;
  const isUncounted = isOfAll && chosen.isHere && matching === undefined;
  const count = countSelected(chosen.selection, matching ?? 0);
  const outside = useOutside(table, scope, chosen);
  const inSight = chosen.isApart ? 0 : count - (outside ?? 0);
  const summary: SelectionSummary = {
    count,
    isAll: (chosen.isHere || chosen.isApart) && coverage(count, matching) === true,
    outside,
    madeUnder: chosen.isApart ? inWords(selectedUnder, selectedCustomer) : null,
  };

  const bulk = useBulkActions(table);
  const selected: Wanted = {
    ids: selectedIds(table, selectedScope, chosen.selection),
    onRemaining: (ids) => chosen.chooseThese(ids, chosen.madeUnder),
  };
  const pending: Wanted = {
    ids: pendingIds(table, scope),
    onRemaining: (ids) => {
      if (ids.length > 0) chosen.chooseThese(ids, filters);
    },
  };

  return {
    table,
    filters,
    scope,
    tally,
    total,
    narrowed: inWords(filters, customerName),
    clearFilters: () => change(() => noFilters),
    /** Goes back to where everything that is selected is shown. */
    showSelected: () => change(() => selectedUnder),
    chosen,
    summary,
    /** How far the selection covers what the list shows. */
    covered: isUncounted
      ? chosen.selection.ids.size === 0 || ('indeterminate' as const)
      : coverage(inSight, chosen.isHere ? matching : total),
    asking,
    ask,
    progress: bulk.progress,
    cancel: bulk.cancel,
    setSelected: <Value>(action: BulkAction, to: Change<Value>) => bulk.set(action, to, selected),
    approveSelected: () => bulk.approve(selected),
    deleteSelected: () => bulk.remove(selected),
    approveAll: () => bulk.approve(pending),
  };
}

export type ManagedList<Filters extends ListFilters, Scope> = ReturnType<typeof useManagedList<Filters, Scope>>;
