import { CustomerListPage } from '@/features/review/customer-list-page.tsx';
import { COMPANIES } from './company-table.tsx';

export function CompaniesPage() {
  return <CustomerListPage table={COMPANIES} />;
}
