import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { oneImport } from '../../import/history/history-data.ts';
import { NarrowedLeads } from '../narrowed-leads.tsx';

export type LeadsOfImportProps = { importId: string; onClear: () => void };

/** The leads that an import has made, in the order of its file. */
export function LeadsOfImport({ importId, onClear }: LeadsOfImportProps) {
  const { data: entry } = useQuery(oneImport(importId));
  const scope = useMemo(() => ({ customers: null, audience: null, term: '', importId }), [importId]);
  const customer = entry?.customers ? ` for ${entry.customers.name}` : '';
  return (
    <NarrowedLeads
      scope={scope}
      filter={`imported from ${entry?.file_name ?? 'one file'}${customer}`}
      onClear={onClear}
    />
  );
}
