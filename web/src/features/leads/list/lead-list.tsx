import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListSelection } from '@/features/bulk/selection/list-selection.ts';
import { ReviewedList } from '@/features/review/reviewed-list.tsx';
import { type LeadScope, leadList, reviewedLeads } from '../data.ts';
import { LEAD } from '../noun.ts';
import { ROWS, type RowLayout } from './columns.ts';
import { LeadCells } from './lead-cells.tsx';
import { LeadHead } from './lead-head.tsx';
import { LeadTableSkeleton } from './lead-table-skeleton.tsx';

export type LeadListProps = {
  scope: LeadScope;
  layout: RowLayout;
  total: number | undefined;
  /** Shown where the scope has no leads. */
  empty: ReactNode;
  selection?: ListSelection;
};

/** The leads of a scope with all their states. */
export function LeadList({ scope, layout, total, empty, selection }: LeadListProps) {
  return (
    <ReviewedList
      noun={LEAD}
      reviewed={reviewedLeads}
      list={useInfiniteQuery(leadList(scope))}
      total={total}
      empty={empty}
      skeleton={<LeadTableSkeleton layout={layout} />}
      rowClass={ROWS[layout]}
      head={<LeadHead selectAll={selection?.selectAll} />}
      renderCells={(lead, props) => <LeadCells lead={lead} {...props} />}
      selection={selection}
    />
  );
}
