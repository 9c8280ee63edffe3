import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListSelection } from '@/features/bulk/selection/list-selection.ts';
import { ReviewedList } from '@/features/review/reviewed-list.tsx';
import { OWN_CELL, WIDE_CELL } from '@/ui/list/layout.ts';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { CompanyCells, CompanyHead } from './company-cells.tsx';
import { COMPANY_ROWS } from './company-columns.ts';
import { type CompanyScope, companyList, reviewedCompanies } from './data.ts';
import { COMPANY } from './noun.ts';

export type CompanyListProps = {
  scope: CompanyScope;
  total: number | undefined;
  /** Shown where the scope has no companies. */
  empty: ReactNode;
  selection?: ListSelection;
};

/** The companies of a scope with all their states; where they can be selected, their customers are named. */
export function CompanyList({ scope, total, empty, selection }: CompanyListProps) {
  const rowClass = COMPANY_ROWS[selection ? 'selectable' : 'plain'];
  return (
    <ReviewedList
      noun={COMPANY}
      reviewed={reviewedCompanies}
      list={useInfiniteQuery(companyList(scope))}
      total={total}
      empty={empty}
      skeleton={<CompanyTableSkeleton rowClass={rowClass} selectable={selection !== undefined} />}
      rowClass={rowClass}
      head={<CompanyHead selectAll={selection?.selectAll} />}
      renderCells={(company, props) => <CompanyCells company={company} {...props} />}
      selection={selection}
    />
  );
}

function CompanyTableSkeleton({ rowClass, selectable }: { rowClass: string; selectable: boolean }) {
  return (
    <TableSkeleton label="Loading companies" rowClass={rowClass} headOnPhone={selectable}>
      {selectable && <Skeleton className="size-4" />}
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      {selectable && <CellShape shown={WIDE_CELL} shape="h-3.5 w-2/3" />}
      <CellShape shown={OWN_CELL} shape="h-5 w-16" />
      <Skeleton className="ml-auto h-7 w-20" />
    </TableSkeleton>
  );
}
