import { NarrowedRows } from '@/ui/narrowed-rows.tsx';
import type { LeadScope } from './data.ts';
import { LeadList } from './list/lead-list.tsx';
import { LEAD } from './noun.ts';

export type NarrowedLeadsProps = {
  scope: LeadScope;
  /** How many they are, where that is known. */
  total?: number | undefined;
  /** What they are narrowed to, as after 'Only those that are'. */
  filter: string;
  onClear: () => void;
};

/** Leads that an address asks for by something else than the list's own filters. */
export function NarrowedLeads({ scope, total, filter, onClear }: NarrowedLeadsProps) {
  return (
    <NarrowedRows
      title="Leads"
      rows={LEAD.many}
      total={total}
      filter={filter}
      onClear={onClear}
      renderList={(empty) => <LeadList scope={scope} layout="plain" total={total} empty={empty} />}
    />
  );
}
