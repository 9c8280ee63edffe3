import { ListNarrowing } from '@/features/admin-list/list-narrowing.tsx';
import { AudienceFilter } from '@/features/audiences/audience-filter.tsx';
import { type LeadFilters, withCustomer } from '../filters.ts';

export type AdminLeadFiltersProps = {
  filters: LeadFilters;
  onChange: (change: (filters: LeadFilters) => LeadFilters) => void;
};

/** Customer, audience of that customer, and search. */
export function AdminLeadFilters({ filters, onChange }: AdminLeadFiltersProps) {
  return (
    <ListNarrowing
      filters={filters}
      onChange={onChange}
      searched={['name', 'company', 'title']}
      withCustomer={withCustomer}
    >
      <AudienceFilter
        value={filters.audience}
        onChange={(audience) => onChange((current) => ({ ...current, audience }))}
        customers={filters.customerId ? [filters.customerId] : null}
        withUnassigned
      />
    </ListNarrowing>
  );
}
