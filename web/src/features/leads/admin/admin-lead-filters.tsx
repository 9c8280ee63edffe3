import { useCallback } from 'react';
import { LiveSearch } from '../../../ui/live-search.tsx';
import { AudienceFilter } from '../../audiences/audience-filter.tsx';
import { CustomerFilter } from '../../customers/customer-filter.tsx';
import { type LeadFilters, withCustomer } from '../filters.ts';

export type AdminLeadFiltersProps = {
  filters: LeadFilters;
  onChange: (change: (filters: LeadFilters) => LeadFilters) => void;
};

/** Customer, audience of that customer, and search. */
export function AdminLeadFilters({ filters, onChange }: AdminLeadFiltersProps) {
  const search = useCallback((term: string) => onChange((current) => ({ ...current, term })), [onChange]);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <CustomerFilter
        value={filters.customerId}
        onChange={(customerId) => onChange((current) => withCustomer(current, customerId))}
      />
      <AudienceFilter
        value={filters.audience}
        onChange={(audience) => onChange((current) => ({ ...current, audience }))}
        customers={filters.customerId ? [filters.customerId] : null}
        withUnassigned
      />
      <LiveSearch
        label="Search by name, company, title or customer"
        term={filters.term}
        onSearch={search}
        className="min-w-60 max-w-md flex-1"
      />
    </div>
  );
}
