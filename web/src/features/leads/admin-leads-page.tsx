import { Download, Tag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ManagedListPage } from '@/features/admin-list/managed-list-page.tsx';
import { type ManagedListKind, useManagedList } from '@/features/admin-list/use-managed-list.ts';
import { useImportFilter } from '@/features/import/history/use-import-filter.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { AdminLeadFilters } from './admin/admin-lead-filters.tsx';
import { AssignAudienceDialog } from './admin/assign-audience-dialog.tsx';
import { audienceSetting } from './admin/audience-data.ts';
import { bulkLeads } from './admin/bulk-leads.ts';
import { ExportProgressDialog } from './admin/export-progress-dialog.tsx';
import { LeadsOfImport } from './admin/leads-of-import.tsx';
import { useExport } from './admin/use-export.ts';
import { type LeadScope, scopeOf } from './data.ts';
import { describeFilters, type LeadFilters, NO_FILTERS, writeFilters } from './filters.ts';
import { LeadsWithout } from './leads-without.tsx';
import { LeadList } from './list/lead-list.tsx';
import { readMissing } from './missing.ts';
import { NoLeads } from './no-leads.tsx';
import { useFilters } from './use-filters.ts';

const MANAGED_LEADS: ManagedListKind<LeadFilters, LeadScope> = {
  table: bulkLeads,
  noFilters: NO_FILTERS,
  scopeOf: (filters) => scopeOf(filters, null),
  inWords: describeFilters,
};

/** The newest leads of a customer and an audience. */
function importedLeads({ customerId, audience }: { customerId: string; audience: string }): string {
  const filters = { ...NO_FILTERS, customerId, audience: audience || null };
  return `${paths.adminLeads}?${writeFilters(new URLSearchParams(), filters)}`;
}

/** Every customer's leads, or those of them that the address asks for by an import or by what they lack. */
export function AdminLeadsPage() {
  const [url] = useSearchParams();
  const missing = useMemo(() => readMissing(url), [url]);
  const ofOne = useMemo(() => (missing?.customerId ? [missing.customerId] : null), [missing]);
  const [importId, showAll] = useImportFilter();
  if (missing) return <LeadsWithout gap={missing.gap} customers={ofOne} onClear={showAll} />;
  if (importId) return <LeadsOfImport importId={importId} onClear={showAll} />;
  return <AllLeads />;
}

/** All leads, with what an administrator may do with many of them at once. */
function AllLeads() {
  const [filters, change] = useFilters();
  const managed = useManagedList(MANAGED_LEADS, [filters, change]);
  const file = useExport();
  const [assigning, setAssigning] = useState(false);
  const { scope, summary, tally } = managed;

  const assign = (audience: string) => {
    setAssigning(false);
    managed.setSelected('assign', { setting: audienceSetting, value: audience });
  };

  return (
    <ManagedListPage
      managed={managed}
      narrowing={<AdminLeadFilters filters={filters} onChange={change} />}
      renderList={(parts) => <LeadList layout="selectable" {...parts} />}
      renderNone={(action) => (
        <NoLeads description="Upload a CSV file of leads for one of your customers." action={action} />
      )}
      importedRows={importedLeads}
      first={{ icon: Tag, label: 'Assign to Audience', word: 'Assign', onClick: () => setAssigning(true) }}
      beforeUpload={
        <Button
          icon={Download}
          busy={file.progress !== null}
          onClick={() => file.start({ scope, customerId: filters.customerId, expected: tally?.approved ?? 0 })}
        >
          Export Approved
        </Button>
      }
    >
      {assigning && (
        <AssignAudienceDialog
          count={summary.count}
          customers={scope.customers}
          onClose={() => setAssigning(false)}
          onAssign={assign}
        />
      )}
      <ExportProgressDialog progress={file.progress} onCancel={file.cancel} />
    </ManagedListPage>
  );
}
