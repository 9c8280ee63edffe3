import { NarrowedRows } from '../../ui/narrowed-rows.tsx';
import type { LeadScope } from './data.ts';
import { LeadList } from './list/lead-list.tsx';
import { LEAD } from './noun.ts';

export type NarrowedLeadsProps = {
  scope: LeadScope;
  /** What they are narrowed to, as after 'Only those that are'. */
  filter: string;
  onClear: () => void;
};

/** Leads that an address asks for by something else than the list's own filters. */
export function NarrowedLeads({ scope, filter, onClear }: NarrowedLeadsProps) {
  return (
    <NarrowedRows
      title="Leads"
      rows={LEAD.many}
      filter={filter}
      onClear={onClear}
      renderList={(empty) => <LeadList scope={scope} layout="plain" total={undefined} empty={empty} />}
    />
  );
}
