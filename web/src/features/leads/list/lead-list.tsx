import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { rowsOf } from '../../../lib/keyset.ts';
import { ListStates, useReadOn } from '../../../ui/list/list-states.tsx';
import { VirtualTable } from '../../../ui/list/virtual-table.tsx';
import { useDecisions } from '../../review/use-decisions.ts';
import { useTriage } from '../../review/use-triage.ts';
import { type LeadScope, leadList, reviewedLeads } from '../data.ts';
import { LEAD } from '../noun.ts';
import { ROWS, type RowLayout } from './columns.ts';
import { LeadCells } from './lead-cells.tsx';
import { LeadHead } from './lead-head.tsx';
import { LeadTableSkeleton } from './lead-table-skeleton.tsx';

export type ListSelection = {
  has: (id: string) => boolean;
  chooseOne: (id: string, selected: boolean) => void;
  chooseRange: (id: string, selected: boolean, order: readonly string[]) => void;
  /** The checkbox for all rows. */
  selectAll: ReactNode;
};

export type LeadListProps = {
  scope: LeadScope;
  layout: RowLayout;
  total: number | undefined;
  /** Shown where the scope has no leads. */
  empty: ReactNode;
  /** Rows are gone through where they cannot be selected. */
  selection?: ListSelection;
};

/** The leads of a scope with all their states. */
export function LeadList({ scope, layout, total, empty, selection }: LeadListProps) {
  const list = useInfiniteQuery(leadList(scope));
  const readOn = useReadOn(list);
  const leads = rowsOf(list.data);
  const decisions = useDecisions(reviewedLeads, 'Lead');
  const triage = useTriage(leads, decisions, !selection);
  const order = () => leads.map((lead) => lead.id);

  return (
    <ListStates
      noun={LEAD.many}
      list={list}
      count={leads.length}
      skeleton={<LeadTableSkeleton layout={layout} />}
      empty={empty}
    >
      <VirtualTable
        label="Leads"
        rows={leads}
        total={total}
        {...readOn}
        stale={list.isPlaceholderData}
        rowClass={ROWS[layout]}
        head={<LeadHead selectAll={selection?.selectAll} />}
        headOnPhone={selection !== undefined}
        isSelected={selection?.has}
        {...triage}
        renderCells={(lead) => (
          <LeadCells
            lead={lead}
            onDecide={decisions.decide}
            selection={
              selection && {
                selected: selection.has(lead.id),
                onSelect: selection.chooseOne,
                onSelectRange: (id, selected) => selection.chooseRange(id, selected, order()),
              }
            }
          />
        )}
      />
    </ListStates>
  );
}
