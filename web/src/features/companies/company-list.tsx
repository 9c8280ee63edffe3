import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rowsOf } from '../../lib/keyset.ts';
import { OWN_CELL } from '../../ui/list/layout.ts';
import { ListStates, useReadOn } from '../../ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '../../ui/list/table-skeleton.tsx';
import { VirtualTable } from '../../ui/list/virtual-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDecisions } from '../review/use-decisions.ts';
import { useTriage } from '../review/use-triage.ts';
import { CompanyCells, CompanyHead } from './company-cells.tsx';
import { COMPANY_ROW } from './company-columns.ts';
import { type CompanyScope, companyList, reviewedCompanies } from './data.ts';
import { COMPANY } from './noun.ts';

export type CompanyListProps = {
  scope: CompanyScope;
  total: number | undefined;
  /** Shown where the scope has no companies. */
  empty: ReactNode;
};

/** The companies of a scope with all their states. */
export function CompanyList({ scope, total, empty }: CompanyListProps) {
  const list = useInfiniteQuery(companyList(scope));
  const readOn = useReadOn(list);
  const companies = rowsOf(list.data);
  const decisions = useDecisions(reviewedCompanies, 'Company');
  const triage = useTriage(companies, decisions, true);

  return (
    <ListStates
      noun={COMPANY.many}
      list={list}
      count={companies.length}
      skeleton={<CompanyTableSkeleton />}
      empty={empty}
    >
      <VirtualTable
        label="Companies"
        rows={companies}
        total={total}
        {...readOn}
        stale={list.isPlaceholderData}
        rowClass={COMPANY_ROW}
        head={<CompanyHead />}
        {...triage}
        renderCells={(company) => <CompanyCells company={company} onDecide={decisions.decide} />}
      />
    </ListStates>
  );
}

function CompanyTableSkeleton() {
  return (
    <TableSkeleton label="Loading companies" rowClass={COMPANY_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-3/4" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-2/3" />
      <CellShape shown={OWN_CELL} shape="h-5 w-16" />
      <Skeleton className="ml-auto h-7 w-20" />
    </TableSkeleton>
  );
}
