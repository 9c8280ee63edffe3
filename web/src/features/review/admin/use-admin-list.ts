import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { useCustomerName } from '@/features/customers/data.ts';
import { oneImport } from '@/features/import/history/history-data.ts';
import {
  describeFilters,
  type FilterNames,
  type ListFilters,
  makeScope,
  NO_FILTERS,
  useListFilters,
} from '@/features/lists/filters.ts';
import { exactCount, useReviewCounts, useStatusCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import type { ReviewTable } from '@/features/lists/table.ts';
import type { TableName } from '@/lib/list-keys.ts';

/** The filters of an administrator's list, and its counts. */
export function useAdminList(table: ReviewTable) {
  const { name } = table;
  const [filters, changeFilters, setFilters] = useListFilters(table);
  const names = useFilterNames(filters, name);
  const inWords = (some: ListFilters) => describeFilters(some, names);
  const scope = useMemo(() => makeScope(filters, null), [filters]);
  const counts = useReviewCounts(name, scope);
  const statusCounts = useStatusCounts(name, scope);

  return {
    table,
    filters,
    changeFilters,
    setFilters,
    scope,
    counts,
    statusCounts,
    /** The number of rows that match, possibly estimated; 0 until they are counted. */
    listed: counts ? countRows(counts, filters.status) : 0,
    /** That number if it is exact. */
    total: exactCount(counts, filters.status),
    /** Filters of the same customer and import in words. */
    inWords,
    filtersInWords: inWords(filters),
    /** Those besides the status. */
    otherFilters: inWords({ ...filters, status: null }),
    clearFilters: () => setFilters(NO_FILTERS),
  };
}

export function useFilterNames({ customerId, importId = '', field }: ListFilters, table: TableName): FilterNames {
  const fields = useCustomFields(field && customerId, table);
  const customer = useCustomerName(customerId);
  const { data: entry } = useQuery({ ...oneImport(importId), enabled: importId !== '' });
  return { customer, file: entry?.file_name, field: fields.find(({ key }) => key === field?.key)?.label };
}

export type AdminList = ReturnType<typeof useAdminList>;
