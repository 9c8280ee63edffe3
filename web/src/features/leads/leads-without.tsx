import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { Gap } from '../../../../domain/campaign/lint.ts';
import { Button } from '../../ui/button.tsx';
import { NoMatch } from '../../ui/no-match.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LeadList } from './list/lead-list.tsx';
import { gapNames } from './missing.ts';
import { LEAD } from './noun.ts';

export type LeadsWithoutProps = {
  gap: Gap;
  customers: readonly string[];
  onClear: () => void;
};

/** The approved leads that a message's variable, or an email, finds nothing for. */
export function LeadsWithout({ gap, customers, onClear }: LeadsWithoutProps) {
  const scope = useMemo(() => ({ customers, audience: null, term: '', missing: gap }), [customers, gap]);
  const filter = `approved, without ${gapNames[gap]}`;
  return (
    <>
      <PageHeader title="Leads" description={`Only those that are ${filter}.`} />
      <Button icon={X} className="mb-3" onClick={onClear}>
        Show all leads
      </Button>
      <LeadList
        scope={scope}
        layout="plain"
        total={undefined}
        empty={<NoMatch rows={LEAD.many} filters={filter} onClear={onClear} />}
      />
    </>
  );
}
