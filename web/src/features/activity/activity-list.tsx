import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { OWN_CELL, ROW, SECOND_LINE } from '@/ui/list/layout.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { TextCell } from '@/ui/list/text-cell.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { actorName, ImpersonatedBadge } from './actor.tsx';
import { activityFeed } from './data.ts';
import { describeActivity } from './describe-activity.ts';
import { type ActivityGroup, groupActivity } from './group-activity.ts';
import { texts } from './texts.ts';

const ACTIVITY_ROW = `${ROW} md:@max-4xl:h-16 grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,2fr)_7.5rem]`;

export type ActivityListProps = { customerId: string | null; empty: ReactNode };

export function ActivityList({ customerId, empty }: ActivityListProps) {
  const list = useInfiniteQuery(activityFeed(customerId));
  const loadMore = useLoadMore(list);
  const [open, setOpen] = useState<readonly string[]>([]);
  const groups = useMemo(() => groupActivity(rowsOf(list.data)), [list.data]);
  const rows = useMemo(() => groups.flatMap((group) => withEntries(group, open)), [groups, open]);
  const toggle = useCallback(
    (id: string) => setOpen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])),
    [],
  );
  const renderCells = useCallback((row: ListRow) => <ActivityCells row={row} onToggle={toggle} />, [toggle]);
  return (
    <ListStates noun={texts.page.list} list={list} count={groups.length} skeleton={<ActivitySkeleton />} empty={empty}>
      <VirtualTable
        label={texts.page.title}
        rows={rows}
        total={undefined}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={ACTIVITY_ROW}
        head={<ActivityHead />}
        renderCells={renderCells}
      />
    </ListStates>
  );
}

/** `isOpen` is null for a single entry. `isPart` is set for an entry of an open group. */
type ListRow = ActivityGroup & { isOpen: boolean | null; isPart?: boolean };

function withEntries(group: ActivityGroup, open: readonly string[]): ListRow[] {
  const isOpen = group.entries.length === 0 ? null : open.includes(group.id);
  const entries = isOpen ? group.entries : [];
  return [
    { ...group, isOpen },
    ...entries.map((entry) => ({ ...entry, entries: [], isContinued: true, isOpen: null, isPart: true })),
  ];
}

const { heads } = texts.page;

function ActivityHead() {
  return (
    <>
      <th>{heads.who}</th>
      <th className={OWN_CELL}>{heads.what}</th>
      <th className={OWN_CELL}>{heads.customer}</th>
      <th className="text-right">{heads.when}</th>
    </>
  );
}

function ActivityCells({ row, onToggle }: { row: ListRow; onToggle: (id: string) => void }) {
  const who = actorName(row);
  const what = describeActivity(row);
  const { id, customer_name, is_impersonated, actor_email, created_at, entries, isContinued, isOpen, isPart } = row;
  return (
    <>
      <td className="flex min-w-0 items-center gap-2.5">
        {isContinued ? (
          <span aria-hidden className="w-7 shrink-0 max-md:w-9" />
        ) : (
          <Avatar name={who} className="size-7 max-md:size-9" />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-1.5">
            <span className={clsx('truncate', isContinued ? 'text-muted' : 'font-medium')} title={actor_email ?? who}>
              {who}
            </span>
            {is_impersonated && <ImpersonatedBadge className="shrink-0" />}
          </div>
          <p className={clsx('line-clamp-2 text-muted text-xs wrap-anywhere', SECOND_LINE)}>
            {[what, customer_name].filter(Boolean).join(' · ')}
          </p>
        </div>
        {isOpen !== null && (
          <IconButton
            label={texts.page.showEntries(formatNumber(entries.length))}
            icon={ChevronRight}
            aria-expanded={isOpen}
            className={clsx('shrink-0 transition-transform', isOpen && 'rotate-90')}
            onClick={() => onToggle(id)}
          />
        )}
      </td>
      <TextCell className={clsx(OWN_CELL, isPart && 'pl-4 text-muted')} text={what} />
      <TextCell className={clsx(OWN_CELL, 'text-muted')} text={customer_name} />
      <td className="self-center text-right text-muted text-xs tabular-nums">
        <RelativeTime at={created_at} />
      </td>
    </>
  );
}

function ActivitySkeleton() {
  return (
    <TableSkeleton label={commonTexts.loading(texts.page.list)} rowClass={ACTIVITY_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <Skeleton className="ml-auto h-3.5 w-16" />
    </TableSkeleton>
  );
}
