import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { CustomerListPage } from '@/features/review/customer-list-page.tsx';
import { LIST_MENUS } from '@/features/review/list-menus.ts';
import { LEADS } from './lead-table.tsx';
import { readMissing } from './missing.ts';

export function LeadsPage() {
  const [url] = useSearchParams();
  const condition = useMemo(() => readMissing(url), [url]);
  return <CustomerListPage table={LEADS} menus={LIST_MENUS} condition={condition} />;
}
