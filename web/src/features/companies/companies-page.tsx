import { CustomerListPage } from '@/features/review/customer-list-page.tsx';
import { LIST_MENUS } from '@/features/review/list-menus.ts';
import { COMPANIES } from './company-table.tsx';

export function CompaniesPage() {
  return <CustomerListPage table={COMPANIES} menus={LIST_MENUS} />;
}
