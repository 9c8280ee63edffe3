import { useMemo } from 'react';
import { useImportDescription } from '@/features/import/history/use-import-filter.ts';
import { NarrowedRows } from '@/ui/narrowed-rows.tsx';
import { CompanyList } from './company-list.tsx';
import { COMPANY } from './noun.ts';

export type CompaniesOfImportProps = { importId: string; onClear: () => void };

/** The companies that an import has made, in the order of its file. */
export function CompaniesOfImport({ importId, onClear }: CompaniesOfImportProps) {
  const scope = useMemo(() => ({ customers: null, term: '', importId }), [importId]);
  return (
    <NarrowedRows
      title="Companies"
      rows={COMPANY.many}
      filter={useImportDescription(importId)}
      onClear={onClear}
      renderList={(empty) => <CompanyList scope={scope} total={undefined} empty={empty} />}
    />
  );
}
