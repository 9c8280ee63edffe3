import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { OWN_CELL } from '@/ui/list/layout.ts';
import { ListStates, useLoadMore } from '@/ui/list/list-states.tsx';
import { CellShape, NameShape, TableSkeleton } from '@/ui/list/table-skeleton.tsx';
import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import { CustomerAccess } from './customer-access.tsx';
import { CUSTOMER_ROW, CustomerCells, CustomerHead } from './customer-cells.tsx';
import { type Customer, customerCounts, customerList } from './data.ts';
import { texts } from './texts.ts';

export type CustomerListProps = {
  term: string;
  total: number | undefined;
  empty: ReactNode;
};

/** The counts are loaded after the names. */
export function CustomerList({ term, total, empty }: CustomerListProps) {
  const list = useInfiniteQuery(customerList(term));
  const loadMore = useLoadMore(list);
  const pages = list.data?.pages ?? [];
  const customers = pages.flat();
  const counts = useQueries({
    queries: pages.filter((page) => page.length > 0).map((page) => customerCounts(page.map(({ id }) => id))),
    combine: (counted) => new Map(counted.flatMap(({ data }) => [...(data ?? [])])),
  });
  const [changing, setChanging] = useState<Customer>();

  if (list.isError && customers.length === 0) {
    return (
      <ErrorState
        title={texts.loadFailed}
        description={texts.loadFailedHint}
        details={list.error.message}
        onRetry={list.refetch}
      />
    );
  }
  return (
    <ListStates
      noun={texts.rows}
      list={list}
      count={customers.length}
      skeleton={<CustomerListSkeleton />}
      empty={empty}
    >
      <VirtualTable
        label={texts.title}
        rows={customers}
        total={total}
        {...loadMore}
        stale={list.isPlaceholderData}
        rowClass={CUSTOMER_ROW}
        head={<CustomerHead />}
        renderCells={(customer) => (
          <CustomerCells
            customer={customer}
            counts={counts.get(customer.id)}
            onChangeAccess={() => setChanging(customer)}
          />
        )}
      />
      {changing && <CustomerAccess customer={changing} onClose={() => setChanging(undefined)} />}
    </ListStates>
  );
}

function CustomerListSkeleton() {
  return (
    <TableSkeleton label={commonTexts.loading(texts.rows)} rowClass={CUSTOMER_ROW}>
      <NameShape />
      <CellShape shown={OWN_CELL} shape="ml-auto h-3.5 w-12" />
      <CellShape shown={OWN_CELL} shape="ml-auto h-3.5 w-8" />
      <CellShape shown={OWN_CELL} shape="h-3.5 w-20" />
    </TableSkeleton>
  );
}
