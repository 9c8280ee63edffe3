import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Plus } from 'lucide-react';
import { formatNumber } from '@/lib/format.ts';
import { searchTermIn } from '@/lib/search-term.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { NoMatch } from '@/ui/no-match.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { CreateCustomer } from './create-customer.tsx';
import { CustomerList } from './customer-list.tsx';
import { customerCount } from './data.ts';
import { texts } from './texts.ts';

export function CustomersPage() {
  const [inUrl, search] = useUrlParameter('search');
  const term = searchTermIn(inUrl);
  const { data: total } = useQuery(customerCount(term));
  const [creating, setCreating] = useUrlParameter('create');
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating('1')}>
      {texts.create.title}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} count={total === undefined ? undefined : formatNumber(total)} actions={create} />
      <LiveSearch label={texts.search} term={term} onSearch={search} className="mb-3 max-w-md" />
      <CustomerList
        term={term}
        total={total}
        empty={
          term ? (
            <NoMatch rows={texts.rows} filters={`"${term}"`} onClear={() => search('')} />
          ) : (
            <EmptyState icon={BriefcaseBusiness} title={texts.empty} description={texts.emptyHint} action={create} />
          )
        }
      />
      {creating && <CreateCustomer onClose={() => setCreating(null)} />}
    </>
  );
}
