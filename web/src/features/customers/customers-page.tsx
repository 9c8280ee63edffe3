import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Plus } from 'lucide-react';
import { useState } from 'react';
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

export function CustomersPage() {
  const [inUrl, search] = useUrlParameter('search');
  const term = searchTermIn(inUrl);
  const { data: total } = useQuery(customerCount(term));
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      Create customer
    </Button>
  );
  return (
    <>
      <PageHeader title="Customers" count={total === undefined ? undefined : formatNumber(total)} actions={create} />
      <LiveSearch label="Search by name" term={term} onSearch={search} className="mb-3 max-w-md" />
      <CustomerList
        term={term}
        total={total}
        empty={
          term ? (
            <NoMatch rows="customers" filters={`“${term}”`} onClear={() => search('')} />
          ) : (
            <EmptyState
              icon={BriefcaseBusiness}
              title="No customers yet"
              description="Create one, then invite its users and upload its leads."
              action={create}
            />
          )
        }
      />
      {creating && <CreateCustomer onClose={() => setCreating(false)} />}
    </>
  );
}
