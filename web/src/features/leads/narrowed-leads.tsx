import { X } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
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
    <>
      <PageHeader
        title="Leads"
        count={total === undefined ? undefined : formatNumber(total)}
        description={<span className="wrap-anywhere">Only those that are {filter}.</span>}
      />
      <Button icon={X} className="mb-3" onClick={onClear}>
        Show all leads
      </Button>
      <LeadList
        scope={scope}
        layout="plain"
        total={total}
        empty={<NoMatch rows={LEAD.many} filters={filter} onClear={onClear} />}
      />
    </>
  );
}
