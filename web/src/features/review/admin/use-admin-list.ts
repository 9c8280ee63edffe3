import { useMemo } from 'react';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { describeFilters, NO_FILTERS, scopeOf, useListFilters } from '../filters.ts';
import { exactCount, useReviewCounts, useStatusCounts } from '../list-data.ts';
import { countOf } from '../status.ts';
import type { ReviewTable } from '../table.ts';

/** The filters of an administrator's list, and its counts. */
export function useAdminList(table: ReviewTable) {
  const { name } = table;
  const [filters, changeFilters] = useListFilters(table);
  const customerName = useCustomerName(filters.customerId);
  const scope = useMemo(() => scopeOf(filters, null), [filters]);
  const counts = useReviewCounts(name, scope);
  const statusCounts = useStatusCounts(name, scope);

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
    total: exactCount(counts, filters.status),
    filtersInWords: describeFilters(filters, customerName),
    /** Those besides the status. */
    otherFilters: describeFilters({ ...filters, status: null }, customerName),
    clearFilters: () => changeFilters(() => NO_FILTERS),
  };
}

export type AdminList = ReturnType<typeof useAdminList>;
