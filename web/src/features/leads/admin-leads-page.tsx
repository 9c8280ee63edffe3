import { useQuery } from '@tanstack/react-query';
import { Download, Ellipsis, Tag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useImportFilter } from '@/features/import/history/use-import-filter.ts';
import { AdminListPage } from '@/features/review/admin/admin-list-page.tsx';
import { ImportedRowsPage } from '@/features/review/admin/imported-rows-page.tsx';
import { useAdminList } from '@/features/review/admin/use-admin-list.ts';
import type { UrlCondition } from '@/features/review/customer-list-page.tsx';
import { FilteredListPage } from '@/features/review/filtered-list-page.tsx';
import { NO_FILTERS, scopeOf } from '@/features/review/filters.ts';
import { countsQuery } from '@/features/review/list-data.ts';
import { Button } from '@/ui/button.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { AssignAudienceDialog } from './assign-audience-dialog.tsx';
import { LEADS } from './lead-table.tsx';
import { readMissing } from './missing.ts';
import { texts } from './texts.ts';
import { type ExportRequest, useExport } from './use-export.ts';

/** The leads of all customers, or those that a URL requests by their import or by a missing field. */
export function AdminLeadsPage() {
  const [url] = useSearchParams();
  const condition = useMemo(() => readMissing(url), [url]);
  const [importId, showAll] = useImportFilter();
  if (condition) return <LeadsWithout condition={condition} onClear={showAll} />;
  if (importId) return <ImportedRowsPage table={LEADS} importId={importId} onClear={showAll} />;
  return <AllLeads />;
}

function LeadsWithout({ condition, onClear }: { condition: UrlCondition; onClear: () => void }) {
  const { missing, customerId, words } = condition;
  const customers = useMemo(() => (customerId ? [customerId] : null), [customerId]);
  const scope = useMemo(() => ({ ...scopeOf(NO_FILTERS, customers), missing }), [customers, missing]);
  const { data: counts } = useQuery(countsQuery('leads', scope));
  return <FilteredListPage table={LEADS} scope={scope} total={counts?.total} condition={words} onClear={onClear} />;
}

/** Exports of fewer leads are done before a dialog could be read. */
const MIN_EXPORT_WITH_DIALOG = 5_000;

function AllLeads() {
  const list = useAdminList(LEADS);
  const { progress, start, cancel } = useExport();
  const [isAssigning, setIsAssigning] = useState(false);
  const { scope, filters, counts } = list;
  const exportLeads = (status: ExportRequest['status'], expected: number) =>
    start({ scope, status, customerId: filters.customerId, expected });

  return (
    <AdminListPage
      table={LEADS}
      list={list}
      extraAction={{
        icon: Tag,
        label: texts.assign.action,
        word: texts.assign.word,
        onClick: () => setIsAssigning(true),
      }}
      rejectedMenu={
        <Menu trigger={<IconButton label={texts.export.rejectedMenu} icon={Ellipsis} />}>
          <MenuItem icon={Download} onSelect={() => exportLeads('rejected', list.listed)}>
            {texts.export.rejected}
          </MenuItem>
        </Menu>
      }
      beforeUpload={
        <Button icon={Download} busy={progress !== null} onClick={() => exportLeads('approved', counts?.approved ?? 0)}>
          {texts.export.approved}
        </Button>
      }
    >
      {isAssigning && <AssignAudienceDialog customers={scope.customers} onClose={() => setIsAssigning(false)} />}
      {progress && progress.total >= MIN_EXPORT_WITH_DIALOG && (
        <ProgressDialog
          title={texts.export.title}
          done={progress.done}
          total={progress.total}
          words={texts.export.progress(progress.done, progress.total)}
          onCancel={cancel}
        />
      )}
    </AdminListPage>
  );
}
