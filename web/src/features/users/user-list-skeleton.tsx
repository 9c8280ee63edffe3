import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { ROW, SHOWN } from './columns.ts';

/** The table's outline while its first rows are on their way. */
export function UserListSkeleton() {
  return (
    <TableSkeleton label="Loading users" rowClass={ROW}>
      <NameShape />
      <CellShape shown={SHOWN.email} shape="h-3.5 w-3/4" />
      <CellShape shown={SHOWN.customers} shape="h-3.5 w-2/3" />
      <CellShape shown={SHOWN.roles} shape="h-5 w-20" />
      <CellShape shown={SHOWN.joined} shape="h-3.5 w-16" />
    </TableSkeleton>
  );
}
