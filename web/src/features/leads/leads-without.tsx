import { useMemo } from 'react';
import type { Gap } from '../../../../domain/campaign/lint.ts';
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
  return <NarrowedLeads scope={scope} filter={`approved, without ${gapNames[gap]}`} onClear={onClear} />;
}
