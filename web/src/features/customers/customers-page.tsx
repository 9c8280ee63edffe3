import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { mergedMaps } from '@/lib/query-client.ts';
import { searchTermIn } from '@/lib/search-term.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { LiveSearch } from '@/ui/live-search.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { CreateCustomer } from './create-customer.tsx';
import { CustomerAccess } from './customer-access.tsx';
import { customerColumns } from './customer-columns.tsx';
import { type Customer, customerCount, customerCounts, customerList } from './data.ts';
import { texts } from './texts.ts';

/** The customers. Their counts are loaded after their names. */
export function CustomersPage() {
  const [inUrl, search] = useUrlParameter('search');
  const term = searchTermIn(inUrl);
  const list = useInfiniteQuery(customerList(term));
  const { data: total } = useQuery(customerCount(term));
  const pages = list.data?.pages ?? [];
  const customers = pages.flat();
  const counts = useQueries({
    queries: pages.filter((page) => page.length > 0).map((page) => customerCounts(page.map(({ id }) => id))),
    combine: mergedMaps,
  });
  const [creating, setCreating] = useUrlParameter('create');
  const [changing, setChanging] = useState<Customer>();
  const columns = useMemo(() => customerColumns(counts, setChanging), [counts]);
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setCreating('1')}>
      {texts.create.title}
    </Button>
  );
  return (
    <>
      <PageHeader title={commonTexts.pages.customers} count={total} actions={create} />
      <LiveSearch label={texts.search} term={term} onSearch={search} className="mb-3 max-w-md" />
      {list.isError && customers.length === 0 ? (
        <ErrorState {...texts.loadFailed} details={list.error.message} onRetry={list.refetch} />
      ) : (
        <QueryTable
          label={commonTexts.pages.customers}
          noun={texts.rows}
          list={list}
          rows={customers}
          total={total}
          columns={columns}
          noMatch={term ? { filters: `"${term}"`, onClear: () => search('') } : null}
          empty={{ icon: BriefcaseBusiness, title: texts.empty, description: texts.emptyHint, action: create }}
        />
      )}
      {changing && <CustomerAccess customer={changing} onClose={() => setChanging(undefined)} />}
      {creating && <CreateCustomer onClose={() => setCreating(null)} />}
    </>
  );
}
