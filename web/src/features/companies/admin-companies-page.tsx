import { Building2 } from 'lucide-react';
import {
  describeListFilters,
  type ListFilters,
  NO_LIST_FILTERS,
  readListFilters,
  writeListFilters,
} from '@/features/admin-list/filters.ts';
import { ListNarrowing } from '@/features/admin-list/list-narrowing.tsx';
import { ManagedListPage } from '@/features/admin-list/managed-list-page.tsx';
import { type ManagedListKind, useManagedList } from '@/features/admin-list/use-managed-list.ts';

import { useImportFilter } from '@/features/import/history/use-import-filter.ts';
import { useUrlFilters } from '@/lib/url-parameters.ts';

import { paths } from '@/paths.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { bulkCompanies } from './bulk-companies.ts';
import { CompaniesOfImport } from './companies-of-import.tsx';
import { CompanyList } from './company-list.tsx';
import type { CompanyScope } from './data.ts';

const MANAGED_COMPANIES: ManagedListKind<ListFilters, CompanyScope> = {
  table: bulkCompanies,
  noFilters: NO_LIST_FILTERS,
  scopeOf: ({ term, customerId }) => ({ customers: customerId ? [customerId] : null, term }),
  inWords: describeListFilters,
};

/** The newest companies of a customer. */
function importedCompanies({ customerId }: { customerId: string }): string {
  return `${paths.adminCompanies}?${writeListFilters(new URLSearchParams(), { ...NO_LIST_FILTERS, customerId })}`;
}

/** Every customer's companies, or those of them that an import has made. */
export function AdminCompaniesPage() {
  const [importId, showAll] = useImportFilter();
  return importId ? <CompaniesOfImport importId={importId} onClear={showAll} /> : <AllCompanies />;
}

/** All companies, with what an administrator may do with many of them at once. */
function AllCompanies() {
  const [filters, change] = useUrlFilters({ read: readListFilters, write: writeListFilters });
  const managed = useManagedList(MANAGED_COMPANIES, [filters, change]);
  return (
    <ManagedListPage
      managed={managed}
      narrowing={<ListNarrowing filters={filters} onChange={change} searched={['name', 'industry', 'location']} />}
      renderList={(parts) => <CompanyList {...parts} />}
      renderNone={(action) => (
        <EmptyState
          icon={Building2}
          title="No companies yet"
          description="Upload a CSV file of companies for one of your customers."
          action={action}
        />
      )}
      importedRows={importedCompanies}
    />
  );
}
