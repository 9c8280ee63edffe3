import { useInfiniteQuery, usePrefetchInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { onlyCustomer, useFieldColumns } from '@/features/custom-fields/use-field-columns.ts';
import { type Suppressed, SuppressedContext, useSuppressed } from '@/features/do-not-contact/suppressed.tsx';
import { texts as contactTexts } from '@/features/do-not-contact/texts.ts';
import type { Scope } from '@/features/lists/filters.ts';
import { listQuery } from '@/features/lists/list-data.ts';
import { RejectedCompaniesContext, useRejectedCompanies } from '@/features/lists/rejected-companies.ts';
import { RowsContext } from '@/features/lists/selection/select-cell.tsx';
import { rowStatus, type Sort } from '@/features/lists/status.ts';
import type { ListTable, ReviewRow } from '@/features/lists/table.ts';
import { useOpenRecord } from '@/features/lists/use-open-record.ts';
import { capitalized } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { PanelSpace } from '@/ui/side-panel.tsx';
import { useIsPhone } from '@/ui/use-is-phone.ts';
import {
  confirmDiscardingNote,
  type Decisions,
  DecisionsContext,
  useDecisions,
  useWithPendingDecisions,
} from './decisions.ts';
import { useListColumns } from './list-columns.tsx';
import { reasonList } from './reasons/data.ts';
import { texts } from './texts.ts';
import { useTriage } from './use-triage.ts';

const ReasonBar = lazyPart('ReasonBar', () => import('./reasons/reason-bar.tsx'));

export type ReviewListProps<Row extends ReviewRow> = {
  table: ListTable<Row>;
  scope: Scope;
  /** The newest first, unless given. */
  sort?: Sort;
  /** The number of rows in the scope, including those not loaded, if known. */
  total: number | undefined;
  /** Shown when the scope has no rows. */
  empty: ReactNode;
  /** The checkbox for all rows, on an administrator's page. Its rows are selected instead of reviewed by keys and swipes. */
  selectAll?: ReactNode;
  /** Whether something above the list has not loaded, which would move its rows: they are shown afterwards. */
  isHeld?: boolean;
};

/** The rows of a scope, to approve or reject, in all states of loading. */
export function ReviewList<Row extends ReviewRow>(props: ReviewListProps<Row>) {
  const { table, scope, sort = 'newest', total, empty, selectAll } = props;
  const { name, noun } = table;
  const { shown: fields, isLoading: areColumnsLoading } = useFieldColumns(onlyCustomer(scope.customers), name);
  const query = listQuery(table, scope, sort, fields.length > 0);
  usePrefetchInfiniteQuery(query); // sent while the page is rendered, instead of after its first paint
  const list = useInfiniteQuery(query);
  const areColumnsHeld = useHold(areColumnsLoading, fields.length > 0, list.data?.pages[0]?.rows[0]);
  const isHeld = areColumnsHeld || props.isHeld === true;
  const loadMore = useLoadMore(list);
  const rejectedCompanies = useRejectedCompanies(name, list.data?.pages);
  const stored = useMemo(() => loadedRows(list.data), [list.data]);
  const loaded = useWithPendingDecisions(name, stored);
  const isPhone = useIsPhone();
  const comments = useCommentCounts(list.data?.pages);
  const isAdmin = selectAll !== undefined;
  /** The row decided or focused last. It stays in a list of one status after a decision about it, until another one takes its place. */
  const record = useOpenRecord(name);
  const { suppressed, isOpenLoading } = useSuppressed(name, list.data?.pages, record.isOpen ? record.id : null);
  const { setId: setCurrentId, open: openRecord } = record;
  const { decisions: unguarded, lastRejected } = useDecisions(table, setCurrentId);
  const { guarded: decisions, question } = useConfirmedDecisions(unguarded, suppressed);
  const { status } = scope;
  /** A list that is opened to review begins with its first row. */
  const presetId =
    status === 'to_review' && !isAdmin && !isPhone && !record.isOpen && loaded.every(({ id }) => id !== record.id)
      ? loaded.find(({ is_approved }) => is_approved === null)?.id
      : undefined;
  const currentId = presetId ?? record.id;
  const firstId =
    status === 'to_review' && !isAdmin && !isHeld
      ? loaded.find(({ is_approved }) => is_approved === null)?.id
      : undefined;
  const startsReview = useLocation().state?.startsReview === true;
  useEffect(() => {
    if (startsReview && firstId) openRecord(firstId, true);
  }, [startsReview, firstId, openRecord]);
  const areAllListed = status === null || list.isPlaceholderData;
  const rows = useMemo(
    () =>
      areAllListed ? loaded : loaded.filter((row) => row.id === currentId || rowStatus(row.is_approved) === status),
    [areAllListed, loaded, currentId, status],
  );
  const { current, swipes } = useTriage({
    rows,
    status,
    id: currentId,
    isPreset: presetId !== undefined,
    setId: setCurrentId,
    decisions,
    hasMore: list.hasNextPage,
    isOn: !isAdmin || record.isOpen,
  });
  const close = () =>
    leaveForms(() => {
      record.close();
      focusRow(rows.findIndex(({ id }) => id === currentId));
    });
  const namesCustomer = scope.customers?.length !== 1;
  // The skeleton, which is shown as long, does not get the columns of the rows.
  const wasPending = useDeferredValue(list.isPending);
  const firstRows = wasPending || isHeld ? undefined : list.data?.pages[0]?.rows;
  const columns = useListColumns(table, { namesCustomer, isAdmin, fields }, firstRows);
  usePreloadedReasons(rows.length > 0);
  /** On a phone the panel takes the place of the bar with the reasons. */
  const openRow = useCallback(
    ({ id }: Row) => (isPhone ? confirmDiscardingNote(() => openRecord(id)) : openRecord(id)),
    [openRecord, isPhone],
  );
  const rowClass = namesCustomer || fields.length > 0 ? 'max-md:h-26' : 'max-md:h-21';
  const skeleton = (
    <TableSkeleton label={commonTexts.loading(noun.many)} columns={columns} rowClass={rowClass} headOnPhone={isAdmin} />
  );
  return (
    <SuppressedContext value={suppressed}>
      <DecisionsContext value={decisions}>
        <CommentCountsContext value={comments}>
          <RejectedCompaniesContext value={rejectedCompanies}>
            <RowsContext value={rows}>
              {isHeld ? (
                skeleton
              ) : (
                <ListStates noun={noun.many} list={list} count={rows.length} skeleton={skeleton} empty={empty}>
                  <VirtualTable
                    label={capitalized(noun.many)}
                    rows={rows}
                    total={total}
                    {...loadMore}
                    stale={list.isPlaceholderData}
                    columns={columns}
                    rowClass={rowClass}
                    controls={selectAll}
                    {...(current && { current })}
                    {...(!isAdmin && swipes && { swipes })}
                    onOpen={openRow}
                    isUniform
                  />
                </ListStates>
              )}
            </RowsContext>
          </RejectedCompaniesContext>
        </CommentCountsContext>
        {lastRejected && !(isPhone && record.isOpen) && <ReasonBar table={name} row={lastRejected} />}
        {!isAdmin && <PanelSpace icon={table.icon} hint={rows.length > 0 && !record.isOpen && texts.selectRow(noun)} />}
        {record.isOpen && currentId && (
          <table.Panel
            table={table}
            id={currentId}
            rows={rows}
            isHeld={isOpenLoading}
            onMove={setCurrentId}
            onClose={close}
          />
        )}
        {question}
      </DecisionsContext>
    </SuppressedContext>
  );
}

/** Whether the rows wait for the chosen columns, or for the values in these. Rows that were shown once stay. */
function useHold(areColumnsLoading: boolean, hasColumns: boolean, first: object | undefined): boolean {
  const [wasShown, setShown] = useState(false);
  const isComplete = !areColumnsLoading && first !== undefined && (!hasColumns || 'custom' in first);
  if (isComplete && !wasShown) setShown(true);
  return areColumnsLoading || (first !== undefined && !isComplete && !wasShown);
}

/** The rows are painted first. */
const AFTER_ROWS_MS = 100;

/** Loads what is shown after a rejection before the first one: keys meant for a bar that still loads would decide further rows. */
function usePreloadedReasons(hasRows: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasRows) return;
    const timer = setTimeout(() => {
      client.prefetchQuery(reasonList);
      ReasonBar.load().catch(() => {}); // the error is shown when it is rendered
    }, AFTER_ROWS_MS);
    return () => clearTimeout(timer);
  }, [hasRows, client]);
}

/** Focuses a row or, in lists whose rows cannot have the focus, the button with its name. */
function focusRow(index: number) {
  const row = document.querySelector<HTMLElement>(`main tr[data-index="${index}"]`);
  (row?.querySelector<HTMLElement>('[data-open]') ?? row)?.focus({ preventScroll: true });
}

/** Decisions that need a confirmation for leads that must not be contacted, and its dialog. */
function useConfirmedDecisions(decisions: Decisions, suppressed: Suppressed) {
  const [waiting, setWaiting] = useState<ReviewRow | null>(null);
  const guarded = useMemo(
    (): Decisions => ({
      ...decisions,
      decide: async (row, approved) => {
        if (approved && row.is_approved !== true && suppressed.has(row.id)) setWaiting(row);
        else await decisions.decide(row, approved);
      },
    }),
    [decisions, suppressed],
  );
  const question = waiting && (
    <ConfirmDialog
      onOpenChange={() => setWaiting(null)}
      title={contactTexts.confirm.title(waiting.name)}
      description={contactTexts.applies(suppressed.get(waiting.id) ?? [])}
      confirmLabel={contactTexts.confirm.anyway}
      onConfirm={() => {
        setWaiting(null);
        decisions.decide(waiting, true);
      }}
    />
  );
  return { guarded, question };
}
