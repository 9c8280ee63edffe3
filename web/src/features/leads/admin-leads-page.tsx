import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format.ts';
import { isUuid } from '../../lib/uuid.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BulkProgressDialog } from '../bulk/bulk-progress-dialog.tsx';
import { countSelected, coverage } from '../bulk/selection.ts';
import { useSelection } from '../bulk/use-selection.ts';
import { activeCustomers } from '../customers/data.ts';
import { useUploadParam } from '../import/use-upload-param.ts';
import { AdminLeadFilters } from './admin/admin-lead-filters.tsx';
import { type Asking, BulkQuestions } from './admin/bulk-questions.tsx';
import { ExportProgressDialog } from './admin/export-progress-dialog.tsx';
import { LeadActions } from './admin/lead-actions.tsx';
import { LeadSelectionBar } from './admin/lead-selection-bar.tsx';
import { LeadsOfImport } from './admin/leads-of-import.tsx';
import { useBulkLeads } from './admin/use-bulk-leads.ts';
import { useExport } from './admin/use-export.ts';
import { leadCount, scopeOf } from './data.ts';
import { describeFilters, isFiltered, NO_FILTERS } from './filters.ts';
import { LeadsWithout } from './leads-without.tsx';
import { LeadList } from './list/lead-list.tsx';
import { readMissing } from './missing.ts';
import { NoLeads } from './no-leads.tsx';
import { LEAD } from './noun.ts';
import { useFilters } from './use-filters.ts';

const ImportLeads = lazy(async () => ({ default: (await import('./admin/import-leads.tsx')).ImportLeads }));

/** Every customer's leads, or those of them that the address asks for by an import or by what they lack. */
export function AdminLeadsPage() {
  const [url, setUrl] = useSearchParams();
  const missing = useMemo(() => readMissing(url), [url]);
  const ofOne = useMemo(() => (missing?.customerId ? [missing.customerId] : null), [missing]);
  const importId = url.get('import');
  const showAll = () => setUrl({}, { replace: true });
  if (missing) return <LeadsWithout gap={missing.gap} customers={ofOne} onClear={showAll} />;
  if (importId && isUuid(importId)) return <LeadsOfImport importId={importId} onClear={showAll} />;
  return <AllLeads />;
}

/** All leads, with what an administrator may do with many of them at once. */
function AllLeads() {
  const [filters, change] = useFilters();
  const scope = useMemo(() => scopeOf(filters, null), [filters]);
  const { data: total } = useQuery(leadCount(scope));
  const { data: customers } = useQuery(activeCustomers);
  const customerName = customers?.find(({ id }) => id === filters.customerId)?.name;
  const chosen = useSelection(JSON.stringify(scope));
  const bulk = useBulkLeads(scope, chosen.chooseThese);
  const file = useExport();
  const [asking, setAsking] = useState<Asking>(null);
  const [uploading, setUploading] = useUploadParam();

  const matching = total ?? 0;
  const count = countSelected(chosen.selection, matching);
  const shown = coverage(chosen.selection, matching);
  const clearFilters = () => change(() => NO_FILTERS);

  return (
    <>
      <PageHeader title="Leads" count={total === undefined ? undefined : formatNumber(total)} />
      <AdminLeadFilters filters={filters} onChange={change} />
      <LeadActions
        anySelected={count > 0}
        anyMatching={matching > 0}
        exporting={file.progress !== null}
        onAssign={() => setAsking('assign')}
        onApproveSelected={() => bulk.approveSelected(chosen.selection)}
        onDeleteSelected={() => setAsking('delete')}
        onApproveAll={() => setAsking('approve all')}
        onExport={() => file.start(scope, customerName ?? null)}
        onUpload={() => setUploading(true)}
      />
      <LeadList
        scope={scope}
        layout="selectable"
        total={total}
        selection={{
          ...chosen,
          selectAll: <Checkbox label="Select all leads" checked={shown} onChange={chosen.chooseAll} />,
        }}
        empty={
          isFiltered(filters) ? (
            <NoMatch rows={LEAD.many} filters={describeFilters(filters, customerName)} onClear={clearFilters} />
          ) : (
            <NoLeads
              description="Upload a CSV file of leads for one of your customers."
              action={
                <Button icon={Upload} variant="primary" onClick={() => setUploading(true)}>
                  Upload a CSV file
                </Button>
              }
            />
          )
        }
      />
      {count > 0 && (
        <LeadSelectionBar
          count={count}
          isAll={shown === true}
          onAssign={() => setAsking('assign')}
          onApprove={() => bulk.approveSelected(chosen.selection)}
          onDelete={() => setAsking('delete')}
          onClear={chosen.clear}
        />
      )}
      <BulkQuestions
        asking={asking}
        onClose={() => setAsking(null)}
        scope={scope}
        filters={isFiltered(filters) ? describeFilters(filters, customerName) : null}
        count={count}
        onAssign={(audience) => bulk.assign(chosen.selection, audience)}
        onDelete={() => bulk.deleteSelected(chosen.selection)}
        onApproveAll={bulk.approveAll}
      />
      <BulkProgressDialog progress={bulk.progress} noun={LEAD} onCancel={bulk.cancel} />
      <ExportProgressDialog progress={file.progress} onCancel={file.cancel} />
      {uploading && (
        <Suspense>
          <ImportLeads customerId={filters.customerId} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  );
}
