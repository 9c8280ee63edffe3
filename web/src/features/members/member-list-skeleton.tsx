import { OWN_CELL } from '@/ui/list/layout.ts';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { PERSON_ROW } from './person-cells.tsx';

/** The table's outline while a customer's people are on their way. */
export function PeopleSkeleton() {
  return (
    <TableSkeleton label="Loading users" rowClass={PERSON_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-5 w-16" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-20" />
    </TableSkeleton>
  );
}
