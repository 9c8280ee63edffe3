import { type ReactNode, useCallback } from 'react';
import { AudienceFilter } from '@/features/audiences/audience-filter.tsx';
import { FieldControls } from '@/features/custom-fields/field-controls.tsx';
import { CustomerFilter } from '@/features/customers/customer-select.tsx';
import { ImportFilter } from '@/features/import/history/import-filter.tsx';
import { FilterBar } from '@/features/lists/filter-bar.tsx';
import { withCustomer, withFieldFilter } from '@/features/lists/filters.ts';
import { SortSelect } from '@/features/lists/sort.tsx';
import { StatusFilter } from '@/features/lists/status-filter.tsx';
import { ReasonFilter } from '../reasons/reason-filter.tsx';
import { texts as reviewTexts } from '../texts.ts';
import { texts } from './texts.ts';
import type { AdminList } from './use-admin-list.ts';

export type AdminFiltersProps = {
  list: AdminList;
  /** What can be done with the rejected rows, beside the filter by reason. */
  rejectedMenu?: ReactNode;
};

/** Customer, audience, search, status and import. The search covers the customer's name too, unless a customer is chosen. */
export function AdminFilters({ list, rejectedMenu }: AdminFiltersProps) {
  const { table, filters, changeFilters, statusCounts } = list;
  const { customerId, audience, term, status, reason, importId, field, changed, suppressed } = filters;
  const search = useCallback(
    (next: string) => changeFilters((current) => ({ ...current, term: next })),
    [changeFilters],
  );
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <FilterBar
        before={
          <>
            <CustomerFilter
              value={customerId}
              onChange={(next) => changeFilters((current) => withCustomer(current, next))}
            />
            {table.hasAudience && (
              <AudienceFilter
                value={audience}
                onChange={(next) => changeFilters((current) => ({ ...current, audience: next }))}
                customers={customerId ? [customerId] : null}
                withUnassigned
              />
            )}
          </>
        }
        search={{
          label: reviewTexts.search(customerId ? table.searchFields : [...table.searchFields, texts.customerField]),
          term,
          onSearch: search,
        }}
        after={
          <>
            <SortSelect table={table} />
            <FieldControls
              table={table.name}
              scope={list.scope}
              onFilter={(next) => changeFilters((current) => withFieldFilter(current, next))}
            />
          </>
        }
        active={[customerId !== null, audience !== null, field, changed, suppressed].filter(Boolean).length}
      />
      <StatusFilter
        status={status}
        counts={statusCounts}
        onChange={(next) => changeFilters((current) => ({ ...current, status: next }))}
      />
      {status === 'rejected' && (
        <div className="flex items-center gap-1 max-sm:w-full">
          <ReasonFilter
            table={table.name}
            reason={reason}
            onChange={(next) =>
              changeFilters(({ reason: _, ...current }) => (next ? { ...current, reason: next } : current))
            }
          />
          {rejectedMenu}
        </div>
      )}
      {importId && (
        <ImportFilter id={importId} onRemove={() => changeFilters(({ importId: _, ...current }) => current)} />
      )}
    </div>
  );
}
