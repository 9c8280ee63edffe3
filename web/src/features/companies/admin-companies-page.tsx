import { AdminListPage } from '@/features/review/admin/admin-list-page.tsx';
import { useAdminList } from '@/features/review/admin/use-admin-list.ts';
import { COMPANIES } from './company-table.tsx';

/** The companies of all customers. */
export function AdminCompaniesPage() {
  const list = useAdminList(COMPANIES);
  return <AdminListPage table={COMPANIES} list={list} />;
}
