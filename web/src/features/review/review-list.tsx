import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { CommentCountsContext, useCommentCounts } from '@/features/comments/comment-counts.tsx';
import { type Suppressed, SuppressedContext, useSuppressed } from '@/features/do-not-contact/suppressed.tsx';
import { texts as contactTexts } from '@/features/do-not-contact/texts.ts';
import { RejectedCompaniesContext, useRejectedCompanies } from '@/features/lists/rejected-companies.ts';
import { RowsContext } from '@/features/lists/selection/select-cell.tsx';
import type { ReviewRow, ReviewTable } from '@/features/lists/table.ts';
import { useRoles } from '@/features/session/use-role.ts';
import { capitalized } from '@/lib/format.ts';
import type { Page } from '@/lib/keyset.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { LazyConfirmDialog } from '@/ui/lazy-confirm-dialog.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { PanelSpace } from '@/ui/panel-space.tsx';
import { useIsPhone } from '@/ui/use-is-phone.ts';
import { confirmDiscardingNote, type Decisions, DecisionsContext, useDecisions } from './decisions.ts';
import { useListColumns } from './list-columns.tsx';
import { reasonList } from './reasons/data.ts';
import { texts } from './texts.ts';
import { useCurrentRow } from './use-current-row.ts';
import { type ListRowsOptions, useListRows } from './use-list-rows.ts';
import { useTriage } from './use-triage.ts';

const ReasonBar = lazyPart('ReasonBar', () => import('./reasons/reason-bar.tsx'));

export type ReviewListProps<Row extends ReviewRow> = ListRowsOptions<Row> & {
  /** The number of rows in the scope, including those not loaded, if known. */
  total: number | undefined;
  /** Shown when the scope has no rows. */
  empty: ReactNode;
  /** Changes when rows are decided from outside of the list, which ends the question why the last one was rejected. */
  decidedOutside?: number;
  /** The checkbox for all rows, on an administrator's page. Its rows are selected instead of reviewed by keys and swipes. */
  selectAll?: ReactNode;
};

/** The rows of a scope, to approve or reject, in all states of loading. */
export function ReviewList<Row extends ReviewRow>(props: ReviewListProps<Row>) {
  const { table, scope, total, empty, decidedOutside, selectAll } = props;
  const { name, noun } = table;
  const { status } = scope;
  const isAdmin = selectAll !== undefined;
  const isPhone = useIsPhone();
  const { list, fields, loaded, firstRows, isHeld } = useListRows(props);
  const pages = list.data?.pages;
  const loadMore = useLoadMore(list);
  const { record, id, latestId, isPreset, rows } = useCurrentRow({
    table: name,
    loaded,
    status,
    isStale: list.isPlaceholderData,
    isReviewed: !isAdmin,
    isHeld,
  });
  const { suppressed, isOpenLoading } = useSuppressed(name, pages, record.isOpen ? record.id : null);
  const { decisions, lastRejected, question } = useConfirmedDecisions(table, record.setId, suppressed);
  const roleIn = useRoles();
  const mayDecide = useCallback((row: ReviewRow) => roleIn(row.customer_id) !== 'viewer', [roleIn]);
  const { current, swipes } = useTriage({
    rows,
    mayDecide,
    status,
    id,
    latestId,
    isPreset,
    setId: record.setId,
    decisions,
    hasMore: list.hasNextPage,
    isOn: !isAdmin || record.isOpen,
  });
  const asked = useUntilDecidedOutside(lastRejected, decidedOutside);
  const namesCustomer = scope.customers?.length !== 1;
  const columns = useListColumns(table, { namesCustomer, isAdmin, fields }, firstRows);
  usePreloadedReasons(Boolean(firstRows?.length));
  /** On a phone the panel takes the place of the bar with the reasons. */
  const openRow = useCallback(
    ({ id }: Row) => (isPhone ? confirmDiscardingNote(() => record.open(id)) : record.open(id)),
    [record.open, isPhone],
  );
  const focusCurrent = () => focusRow(rows.findIndex((row) => row.id === id));
  const close = () =>
    leaveForms(() => {
      record.close();
      focusCurrent();
    });
  useFocusAfterBack(record.isOpen, focusCurrent);
  const rowClass = namesCustomer || fields.length > 0 ? 'max-md:h-26' : 'max-md:h-21';
  const skeleton = (
    <TableSkeleton label={commonTexts.loading(noun.many)} columns={columns} rowClass={rowClass} headOnPhone={isAdmin} />
  );
  return (
    <SuppressedContext value={suppressed}>
      <DecisionsContext value={decisions}>
        <RowsAround table={name} pages={pages} rows={rows}>
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
        </RowsAround>
        {asked && !(isPhone && record.isOpen) && <ReasonBar table={name} row={asked} />}
        {!isAdmin && <PanelSpace icon={table.icon} hint={rows.length > 0 && !record.isOpen && texts.selectRow(noun)} />}
        {record.isOpen && id && (
          <table.Panel table={table} id={id} rows={rows} isHeld={isOpenLoading} onMove={record.setId} onClose={close} />
        )}
        {question}
      </DecisionsContext>
    </SuppressedContext>
  );
}

type RowsAroundProps = {
  table: TableName;
  pages: readonly Page<ReviewRow>[] | undefined;
  rows: readonly ReviewRow[];
  children: ReactNode;
};

/** The loaded rows and their marks, for the cells of each row. */
function RowsAround({ table, pages, rows, children }: RowsAroundProps) {
  return (
    <CommentCountsContext value={useCommentCounts(pages)}>
      <RejectedCompaniesContext value={useRejectedCompanies(table, pages)}>
        <RowsContext value={rows}>{children}</RowsContext>
      </RejectedCompaniesContext>
    </CommentCountsContext>
  );
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
      for (const part of [ReasonBar, LazyConfirmDialog]) part.load().catch(() => {}); // the error is shown when it is rendered
    }, AFTER_ROWS_MS);
    return () => clearTimeout(timer);
  }, [hasRows, client]);
}

/** Focuses a row or, in lists whose rows cannot have the focus, the button with its name. */
function focusRow(index: number) {
  const row = document.querySelector<HTMLElement>(`main tr[data-index="${index}"]`);
  (row?.querySelector<HTMLElement>('[data-open]') ?? row)?.focus({ preventScroll: true });
}

/** The row whose reason is asked for; null after decisions from outside of the list. */
function useUntilDecidedOutside(row: ReviewRow | null, decidedOutside: number | undefined): ReviewRow | null {
  const [over, setOver] = useState({ row: null as ReviewRow | null, decidedOutside });
  if (over.decidedOutside !== decidedOutside) setOver({ row, decidedOutside });
  return row === over.row ? null : row;
}

/** Back closes the panel, which has the focus, without `close`. */
function useFocusAfterBack(isOpen: boolean, focusCurrent: () => void) {
  const wasOpen = useRef(isOpen);
  const onClosed = useEffectEvent(() => document.activeElement === document.body && focusCurrent());
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen]);
}

/** Decisions that need a confirmation for leads that must not be contacted, and its dialog. */
function useConfirmedDecisions(table: ReviewTable, setCurrent: (id: string) => void, suppressed: Suppressed) {
  const { decisions: unguarded, lastRejected } = useDecisions(table, setCurrent);
  const [waiting, setWaiting] = useState<ReviewRow | null>(null);
  const decisions = useMemo(
    (): Decisions => ({
      ...unguarded,
      decide: async (row, approved) => {
        if (approved && row.is_approved !== true && suppressed.has(row.id)) setWaiting(row);
        else await unguarded.decide(row, approved);
      },
    }),
    [unguarded, suppressed],
  );
  const question = waiting && (
    <LazyConfirmDialog
      onOpenChange={() => setWaiting(null)}
      title={contactTexts.confirm.title(waiting.name)}
      description={contactTexts.applies(suppressed.get(waiting.id) ?? [])}
      confirmLabel={contactTexts.confirm.anyway}
      onConfirm={() => {
        setWaiting(null);
        unguarded.decide(waiting, true);
      }}
    />
  );
  return { decisions, lastRejected, question };
}
