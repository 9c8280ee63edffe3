import { type ReactNode, useCallback } from 'react';
import { CustomerFilter } from '@/features/customers/customer-filter.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import type { ListFilters } from './filters.ts';

export type ListNarrowingProps<Filters extends ListFilters> = {
  filters: Filters;
  onChange: (change: (filters: Filters) => Filters) => void;
  /** What the search looks in, as in 'name, company or title'; the names of customers too, unless one is chosen. */
  searched: readonly string[];
  /** What another customer does to the other filters. */
  withCustomer?: (filters: Filters, customerId: string | null) => Filters;
  /** Stands between the customer and the search. */
  children?: ReactNode;
};

const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Customer and search. */
export function ListNarrowing<Filters extends ListFilters>(props: ListNarrowingProps<Filters>) {
  const { filters, onChange, searched, children } = props;
  const { withCustomer = (current, customerId) => ({ ...current, customerId }) } = props;
  const search = useCallback((term: string) => onChange((current) => ({ ...current, term })), [onChange]);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <CustomerFilter
        value={filters.customerId}
        onChange={(customerId) => onChange((current) => withCustomer(current, customerId))}
      />
      {children}
      <LiveSearch
        label={`Search by ${ALTERNATIVES.format(filters.customerId ? searched : [...searched, 'customer'])}`}
        term={filters.term}
        onSearch={search}
        className="min-w-60 max-w-md flex-1"
      />
    </div>
  );
}
