import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Gap } from '#domain/campaign/lint.ts';
import { leadTally } from './data.ts';
import { gapNames } from './missing.ts';
import { NarrowedLeads } from './narrowed-leads.tsx';

export type LeadsWithoutProps = {
  gap: Gap;
  /** Whose; null for every customer's. */
  customers: readonly string[] | null;
  onClear: () => void;
};

/** The approved leads that a message's variable, or an email, finds nothing for. */
export function LeadsWithout({ gap, customers, onClear }: LeadsWithoutProps) {
  const scope = useMemo(() => ({ customers, audience: null, term: '', missing: gap }), [customers, gap]);
  const { data: tally } = useQuery(leadTally(scope));
  const filter = `approved, without ${gapNames[gap]}`;
  return <NarrowedLeads scope={scope} total={tally?.total} filter={filter} onClear={onClear} />;
}
