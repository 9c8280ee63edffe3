import { useImportFilter } from '@/features/import/history/use-import-filter.ts';
import { AdminListPage } from '@/features/review/admin/admin-list-page.tsx';
import { ImportedRowsPage } from '@/features/review/admin/imported-rows-page.tsx';
import { useAdminList } from '@/features/review/admin/use-admin-list.ts';
import { COMPANIES } from './company-table.tsx';

/** The companies of all customers, or those of an import. */
export function AdminCompaniesPage() {
  const [importId, showAll] = useImportFilter();
  if (importId) return <ImportedRowsPage table={COMPANIES} importId={importId} onClear={showAll} />;
  return <AllCompanies />;
}

function AllCompanies() {
  const list = useAdminList(COMPANIES);
  return <AdminListPage table={COMPANIES} list={list} />;
}
