import { useMemo } from 'react';
import { useImportDescription } from '@/features/import/history/use-import-filter.ts';
import { NarrowedLeads } from '../narrowed-leads.tsx';

export type LeadsOfImportProps = { importId: string; onClear: () => void };

/** The leads that an import has made, in the order of its file. */
export function LeadsOfImport({ importId, onClear }: LeadsOfImportProps) {
  const scope = useMemo(() => ({ customers: null, audience: null, term: '', importId }), [importId]);
  return <NarrowedLeads scope={scope} filter={useImportDescription(importId)} onClear={onClear} />;
}
