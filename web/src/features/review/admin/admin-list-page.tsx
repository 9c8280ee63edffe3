import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Eye, Upload } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { NoImportedRows } from '@/features/import/history/import-filter.tsx';
import { recentDeletions } from '@/features/lists/bulk/data.ts';
import { useSort } from '@/features/lists/filter-bar.tsx';
import { NO_FILTERS } from '@/features/lists/filters.ts';
import type { ReviewCounts } from '@/features/lists/list-data.ts';
import { describeSelection } from '@/features/lists/selection/selection.ts';
import { countRows } from '@/features/lists/status.ts';
import type { ListTable, ReviewRow } from '@/features/lists/table.ts';
import { capitalized, counted, formatCount } from '@/lib/format.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useIsUndoInToast } from '@/lib/toast.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { EmptyState, NoMatch } from '@/ui/empty-state.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Note } from '@/ui/note.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { SelectionBar } from '@/ui/selection-bar.tsx';
import { usePainted } from '@/ui/use-painted.ts';
import { ReviewList } from '../review-list.tsx';
import { texts as reviewTexts } from '../texts.ts';
import { AdminFilters, AdminStatusFilter } from './admin-filters.tsx';
import { AdminSelectionProvider, useAdminSelection } from './admin-selection.tsx';
import { BulkConfirmations } from './bulk-confirmations.tsx';
import { BulkProgressDialog } from './bulk-progress-dialog.tsx';
import { ListActions, type SelectionAction, useSelectionActions } from './list-actions.tsx';
import { texts } from './texts.ts';
import type { AdminList } from './use-admin-list.ts';

const ImportWizard = lazyPart('ImportWizard', () => import('@/features/import/import-wizard.tsx'));

// A page that opens with the wizard loads its code while the roles are read. A failure is shown when the wizard is rendered.
if (new URLSearchParams(location.search).has('upload')) ImportWizard.load().catch(() => {});

export type AdminListPageProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  list: AdminList;
  extraAction?: SelectionAction;
  /** Shown before and after the upload. */
  beforeUpload?: ReactNode;
  afterUpload?: ReactNode;
  /** The `rejectedMenu` of AdminFilters. */
  rejectedMenu?: ReactNode;
  /** Dialogs that only one of the tables has. */
  children?: ReactNode;
};

/** The rows of every customer, with bulk actions and upload. */
export function AdminListPage<Row extends ReviewRow>(props: AdminListPageProps<Row>) {
  const { table, list, extraAction } = props;
  const { scope, counts, total, filtersInWords } = list;
  const { importId } = scope;
  const { noun } = table;
  const title = capitalized(noun.many);
  const [sort] = useSort(table);
  const [uploading, setUploading] = useUrlParameter('upload');
  /** A page that opens with the wizard, which covers it, renders the rest after it, and its list when the wizard is closed. */
  const [opensWizard] = useState(Boolean(uploading));
  const isRestShown = usePainted() || !opensWizard;
  const [isListShown, setListShown] = useState(!uploading);
  if (!uploading && !isListShown) setListShown(true);
  const { isPending, failureCount } = useQuery(recentDeletions(table.name));
  /** The note and the rows below it appear together. Rendering them may be interrupted. */
  const isHeld = useDeferredValue(isPending && failureCount === 0);
  const upload = (label: string) => (
    <Button icon={Upload} variant="primary" onClick={() => setUploading('1')}>
      {label}
    </Button>
  );

  return (
    <AdminSelectionProvider list={list}>
      <PageHeader
        title={title}
        count={counts && formatCount(list.listed, counts)}
        actions={isRestShown && <AdminStatusFilter list={list} />}
      />
      {isRestShown && (
        <>
          <AdminFilters list={list} rejectedMenu={props.rejectedMenu} />
          <ListActions
            extraAction={extraAction}
            upload={upload(texts.upload(title))}
            beforeUpload={props.beforeUpload}
            afterUpload={props.afterUpload}
          />
          {!isHeld && <RecentDeletions />}
        </>
      )}
      {isListShown && (
        <ReviewList
          table={table}
          scope={scope}
          sort={sort}
          total={total}
          selectAll={<SelectAll />}
          isHeld={isHeld}
          empty={
            list.filters.status === 'to_review' && counts && counts.total > 0 ? (
              <AllReviewed list={list} counts={counts} />
            ) : importId && filtersInWords === list.inWords({ ...NO_FILTERS, importId }) ? (
              <NoImportedRows id={importId} rows={noun.many} filters={filtersInWords} onClear={list.clearFilters} />
            ) : filtersInWords ? (
              <NoMatch rows={noun.many} filters={filtersInWords} onClear={list.clearFilters} />
            ) : (
              <EmptyState
                icon={table.icon}
                title={reviewTexts.empty(noun)}
                description={texts.emptyHint(noun)}
                action={upload(texts.uploadFile)}
              />
            )
          }
        />
      )}
      <ListSelectionBar extraAction={extraAction} />
      <BulkConfirmations />
      <BulkProgressDialog />
      {props.children}
      {uploading && (
        <ImportWizard importType={table.name} customerId={list.filters.customerId} onClose={() => setUploading(null)} />
      )}
    </AdminSelectionProvider>
  );
}

function SelectAll() {
  const { list, selectAll, selection } = useAdminSelection();
  return (
    <Checkbox label={texts.selectAll(list.table.noun)} checked={selectAll} onChange={selection.selectEverything} />
  );
}

/** Shown where nothing is left to review among the rows that match the other filters. */
function AllReviewed({ list, counts }: { list: AdminList; counts: ReviewCounts }) {
  const { table, changeFilters } = list;
  const isFiltered = list.otherFilters !== '';
  const showAll = () => {
    changeFilters({ status: null });
    document.querySelector('main')?.focus({ preventScroll: true }); // the button disappears
  };
  return (
    <EmptyState
      icon={CircleCheck}
      title={reviewTexts.done.title(table.noun, isFiltered)}
      description={reviewTexts.done.counts(countRows(counts, 'approved'), countRows(counts, 'rejected'))}
      action={<Button onClick={showAll}>{reviewTexts.done.showAll(table.noun, isFiltered)}</Button>}
    />
  );
}

/** The last deletion in bulk, as long as it can be undone. */
function RecentDeletions() {
  const { list, restore } = useAdminSelection();
  const { name, noun } = list.table;
  const { data: [last] = [] } = useQuery(recentDeletions(name));
  const [busy, setBusy] = useState(false);
  const isUndoInToast = useIsUndoInToast(last?.deletion ?? '');
  if (!last) return null;
  const undo = async () => {
    setBusy(true);
    await restore(last.deletion);
    setBusy(false);
  };
  return (
    <Note
      className="mb-3"
      action={
        <Button size="sm" busy={busy} style={{ visibility: isUndoInToast ? 'hidden' : 'visible' }} onClick={undo}>
          {commonTexts.undo}
        </Button>
      }
    >
      {texts.deletion.done(counted(last.row_count, noun))} <RelativeTime at={last.deleted_at} />.{' '}
      {texts.deletion.undoHint}
    </Note>
  );
}

/** While rows are selected: their number and, on pages where the buttons above the list take several lines, the bulk actions again. Their names include the number. */
function ListSelectionBar({ extraAction }: { extraAction: SelectionAction | undefined }) {
  const { list, summary, selection, selectAll, showSelected } = useAdminSelection();
  const { table, listed, counts } = list;
  const actions = useSelectionActions(extraAction);
  if (summary.count <= 0) return null;
  const rows = counted(summary.count, table.noun, summary);
  return (
    <SelectionBar summary={describeSelection(summary)} onClear={selection.clear}>
      {summary.outside !== 0 && (
        <VanishingButton icon={Eye} aria-label={texts.showSelected} onClick={showSelected}>
          <span className="max-md:hidden">{texts.show}</span>
        </VanishingButton>
      )}
      {counts && listed > 0 && selectAll !== true && (
        <VanishingButton className="max-md:hidden" onClick={() => selection.selectEverything(true)}>
          {texts.selectMatching(formatCount(listed, counts))}
        </VanishingButton>
      )}
      {actions.map(({ icon, word, onClick }) => (
        <IconButton key={word} icon={icon} label={texts.actOn(word, rows)} className="lg:hidden" onClick={onClick} />
      ))}
    </SelectionBar>
  );
}

/** A button that disappears when it is pressed and passes its focus on. */
function VanishingButton(props: ButtonProps) {
  useFocusHandover();
  return <Button {...props} />;
}
