import { Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { capitalized, formatCount } from '@/lib/format.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { BulkProgressDialog } from '../bulk/bulk-progress-dialog.tsx';
import { ReviewList } from '../review-list.tsx';
import type { ListTable, ReviewRow } from '../table.ts';
import { AdminFilters } from './admin-filters.tsx';
import { BulkConfirmations } from './bulk-confirmations.tsx';
import { type ExtraAction, ListActions } from './list-actions.tsx';
import { ListSelectionBar } from './list-selection-bar.tsx';
import { RecentDeletions } from './recent-deletions.tsx';
import type { AdminList } from './use-admin-list.ts';

const ImportWizard = lazy(async () => ({
  default: (await import('@/features/import/import-wizard.tsx')).ImportWizard,
}));

export type AdminListPageProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  list: AdminList;
  extraAction?: ExtraAction;
  /** Shown before the upload. */
  beforeUpload?: ReactNode;
  /** Dialogs that only one of the tables has. */
  children?: ReactNode;
};

/** The rows of every customer, with bulk actions and upload. */
export function AdminListPage<Row extends ReviewRow>(props: AdminListPageProps<Row>) {
  const { table, list, extraAction } = props;
  const { scope, counts, total, selection, filtersInWords } = list;
  const { noun } = table;
  const title = capitalized(noun.many);
  const [uploading, setUploading] = useUrlParameter('upload');
  const upload = (className?: string, label = `Upload ${title}`) => (
    <Button icon={Upload} variant="primary" className={className} onClick={() => setUploading('1')}>
      {label}
    </Button>
  );

  return (
    <>
      <PageHeader title={title} count={counts && formatCount(counts.total, counts)} actions={upload('lg:hidden')} />
      <AdminFilters list={list} />
      <ListActions list={list} extraAction={extraAction} upload={upload('max-lg:hidden')}>
        {props.beforeUpload}
      </ListActions>
      <RecentDeletions list={list} />
      <ReviewList
        table={table}
        scope={scope}
        total={total}
        selection={{
          ...selection,
          selectAll: (
            <Checkbox
              label={`Select all ${noun.many}`}
              checked={list.selectAll}
              onChange={selection.selectEverything}
            />
          ),
        }}
        empty={
          filtersInWords ? (
            <NoMatch rows={noun.many} filters={filtersInWords} onClear={list.clearFilters} />
          ) : (
            <EmptyState
              icon={table.icon}
              title={`No ${noun.many} yet`}
              description={`Upload a CSV file of ${noun.many} for one of your customers.`}
              action={upload(undefined, 'Upload a CSV file')}
            />
          )
        }
      />
      {list.summary.count > 0 && <ListSelectionBar list={list} extraAction={extraAction} />}
      <BulkConfirmations list={list} />
      <BulkProgressDialog progress={list.progress} noun={noun} onCancel={list.cancel} />
      {props.children}
      {uploading && (
        <Suspense>
          <ImportWizard
            importType={table.name}
            customerId={list.filters.customerId}
            onClose={() => setUploading(null)}
          />
        </Suspense>
      )}
    </>
  );
}
