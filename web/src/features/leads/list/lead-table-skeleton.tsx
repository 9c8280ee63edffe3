import { OWN_CELL, WIDE_CELL } from '@/ui/list/layout.ts';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ROWS, type RowLayout } from './columns.ts';

/** The outline of a list of leads. */
export function LeadTableSkeleton({ layout }: { layout: RowLayout }) {
  const selectable = layout === 'selectable';
  return (
    <TableSkeleton label="Loading leads" rowClass={ROWS[layout]} headOnPhone={selectable}>
      {selectable && <Skeleton className="size-4" />}
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      {selectable && <CellShape shown={WIDE_CELL} shape="h-3.5 w-2/3" />}
      <CellShape shown={OWN_CELL} shape="h-5 w-20" />
      <Skeleton className="ml-auto h-7 w-20" />
    </TableSkeleton>
  );
}
