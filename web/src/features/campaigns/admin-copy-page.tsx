import { useCallback } from 'react';
import { CustomerFilter } from '@/features/customers/customer-filter.tsx';
import { useUrlFilters } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { LiveSearch } from '@/ui/live-search.tsx';
import { CampaignsPage } from './campaigns-page.tsx';
import { readFilters, writeFilters } from './filters.ts';
import { texts } from './texts.ts';

const FILTERS = { read: readFilters, write: writeFilters };

/** The campaigns of all customers, or of one. The URL holds the filters. */
export function AdminCopyPage() {
  const [{ customers, term }, change] = useUrlFilters(FILTERS);
  const [customerId = null] = customers ?? [];
  const search = useCallback((next: string) => change((current) => ({ ...current, term: next })), [change]);
  return (
    <CampaignsPage
      customers={customers}
      term={term}
      owner={{ choose: true, initial: customerId }}
      leadsPath={paths.adminLeads}
      showsCustomer
      filters={
        <div className="mb-4 flex flex-wrap gap-2">
          <CustomerFilter
            value={customerId}
            onChange={(id) => change((current) => ({ ...current, customers: id ? [id] : null }))}
          />
          <LiveSearch label={texts.search} term={term} onSearch={search} className="min-w-60 max-w-md flex-1" />
        </div>
      }
      onClearFilters={customers || term ? () => change(() => ({ customers: null, term: '' })) : undefined}
    />
  );
}
