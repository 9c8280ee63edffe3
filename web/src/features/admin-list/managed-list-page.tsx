import { Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { BulkProgressDialog } from '@/features/bulk/bulk-progress-dialog.tsx';
import type { ListSelection } from '@/features/bulk/selection/list-selection.ts';
import { capitalized } from '@/lib/format.ts';
import { formatCount } from '@/lib/tally.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { BulkQuestions } from './bulk-questions.tsx';
import type { ListFilters } from './filters.ts';
import { ListActions, type SelectedAction } from './list-actions.tsx';
import { ListSelectionBar } from './list-selection-bar.tsx';
import type { ManagedList } from './use-managed-list.ts';

const ImportWizard = lazy(async () => ({
  default: (await import('@/features/import/import-wizard.tsx')).ImportWizard,
}));

export type ListParts<Scope> = {
  scope: Scope;
  total: number | undefined;
  selection: ListSelection;
  empty: ReactNode;
};

export type ManagedListPageProps<Filters extends ListFilters, Scope> = {
  managed: ManagedList<Filters, Scope>;
  /** The fields that narrow the list. */
  narrowing: ReactNode;
  renderList: (parts: ListParts<Scope>) => ReactNode;
  /** Shown where there are no rows at all, with the way to the first. */
  renderNone: (action: ReactNode) => ReactNode;
  /** Where the rows of an import are listed. */
  importedRows: (order: { customerId: string; audience: string }) => string;
  first?: SelectedAction;
  /** Stands before the upload. */
  beforeUpload?: ReactNode;
  /** What this list shows over itself beyond what all have. */
  children?: ReactNode;
};

/** Every customer's rows of one kind, with what an administrator may do with many of them at once. */
export function ManagedListPage<Filters extends ListFilters, Scope>(props: ManagedListPageProps<Filters, Scope>) {
  const { managed, first } = props;
  const { table, scope, tally, total, chosen, summary, covered, narrowed, ask } = managed;
  const { noun } = table;
  const title = capitalized(noun.many);
  const matching = total ?? 0;
  const [uploading, setUploading] = useUrlParameter('upload');
  const openUpload = () => setUploading('1');
  const uploadButton = (shown: string) => (
    <Button icon={Upload} variant="primary" className={shown} onClick={openUpload}>
      Upload {title}
    </Button>
  );
  const close = () => ask(null);

  return (
    <>
      <PageHeader title={title} count={tally && formatCount(tally.total, tally)} actions={uploadButton('lg:hidden')} />
      {props.narrowing}
      <ListActions
        anySelected={summary.count > 0}
        anyMatching={tally !== undefined && tally.total > 0}
        first={first}
        onApproveSelected={managed.approveSelected}
        onDeleteSelected={() => ask('delete')}
        onApproveAll={() => ask('approve all')}
        upload={uploadButton('max-lg:hidden')}
      >
        {props.beforeUpload}
      </ListActions>
      {props.renderList({
        scope,
        total,
        selection: {
          ...chosen,
          selectAll: <Checkbox label={`Select all ${noun.many}`} checked={covered} onChange={chosen.chooseAll} />,
        },
        empty: narrowed ? (
          <NoMatch rows={noun.many} filters={narrowed} onClear={managed.clearFilters} />
        ) : (
          props.renderNone(
            <Button icon={Upload} variant="primary" onClick={openUpload}>
              Upload a CSV file
            </Button>,
          )
        ),
      })}
      {summary.count > 0 && (
        <ListSelectionBar
          noun={noun}
          summary={summary}
          allMatching={matching > 0 && covered !== true ? matching : null}
          onChooseAll={() => chosen.chooseAll(true)}
          onShow={summary.outside === 0 ? undefined : managed.showSelected}
          first={first}
          onApprove={managed.approveSelected}
          onDelete={() => ask('delete')}
          onClear={chosen.clear}
        />
      )}
      <BulkQuestions
        asking={managed.asking}
        onClose={close}
        table={table}
        scope={scope}
        narrowed={narrowed}
        summary={summary}
        onDelete={managed.deleteSelected}
        onApproveAll={managed.approveAll}
      />
      <BulkProgressDialog progress={managed.progress} noun={noun} onCancel={managed.cancel} />
      {props.children}
      {uploading && (
        <Suspense>
          <ImportWizard
            importType={table.table}
            customerId={managed.filters.customerId}
            importedRows={props.importedRows}
            onClose={() => setUploading(null)}
          />
        </Suspense>
      )}
    </>
  );
}
