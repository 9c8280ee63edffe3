import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rowsOf } from '@/lib/keyset.ts';
import { OWN_CELL } from '@/ui/list/layout.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ACTIVITY_ROW, ActivityCells, ActivityHead } from './activity-cells.tsx';
import { activityFeed } from './data.ts';

export type ActivityListProps = { customerId: string | null; empty: ReactNode };

/** What was done, with all the states of a list. */
export function ActivityList({ customerId, empty }: ActivityListProps) {
  const list = useInfiniteQuery(activityFeed(customerId));
  const loadMore = useLoadMore(list);
  const acts = rowsOf(list.data);
  return (
    <ListStates noun="activity" list={list} count={acts.length} skeleton={<ActivitySkeleton />} empty={empty}>
      <VirtualTable
        label="Activity"
        rows={acts}
        total={undefined}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={ACTIVITY_ROW}
        head={<ActivityHead />}
        renderCells={(activity) => <ActivityCells activity={activity} />}
      />
    </ListStates>
  );
}

function ActivitySkeleton() {
  return (
    <TableSkeleton label="Loading activity" rowClass={ACTIVITY_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <Skeleton className="ml-auto h-3.5 w-16" />
    </TableSkeleton>
  );
}
