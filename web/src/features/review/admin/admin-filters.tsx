import { useCallback } from 'react';
import { AudienceFilter } from '@/features/audiences/audience-filter.tsx';
import { CustomerFilter } from '@/features/customers/customer-filter.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { withCustomer } from '../filters.ts';
import { searchLabel } from '../table.ts';
import type { AdminList } from './use-admin-list.ts';

/** Customer, audience and search. The search covers the customer's name too, unless a customer is chosen. */
export function AdminFilters({ list }: { list: AdminList }) {
  const { table, filters, changeFilters } = list;
  const { customerId, audience, term } = filters;
  const search = useCallback(
    (next: string) => changeFilters((current) => ({ ...current, term: next })),
    [changeFilters],
  );
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <CustomerFilter value={customerId} onChange={(next) => changeFilters((current) => withCustomer(current, next))} />
      {table.hasAudience && (
        <AudienceFilter
          value={audience}
          onChange={(next) => changeFilters((current) => ({ ...current, audience: next }))}
          customers={customerId ? [customerId] : null}
          withUnassigned
        />
      )}
      <LiveSearch
        label={searchLabel(customerId ? table.searchFields : [...table.searchFields, 'customer'])}
        term={term}
        onSearch={search}
        className="min-w-60 max-w-md flex-1"
      />
    </div>
  );
}
