import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { ErrorState } from '@/ui/error-state.tsx';
import { QueryTable } from '@/ui/list/query-table.tsx';
import { CustomerAccess } from './customer-access.tsx';
import { customerColumns } from './customer-columns.tsx';
import { type Customer, type CustomerCounts, customerCounts, customerList } from './data.ts';
import { texts } from './texts.ts';

export type CustomerListProps = {
  term: string;
  total: number | undefined;
  empty: ReactNode;
};

const countsById = (counted: { data: Map<string, CustomerCounts> | undefined }[]) =>
  new Map(counted.flatMap(({ data }) => [...(data ?? [])]));

/** The counts are loaded after the names. */
export function CustomerList({ term, total, empty }: CustomerListProps) {
  const list = useInfiniteQuery(customerList(term));
  const pages = list.data?.pages ?? [];
  const customers = pages.flat();
  const counts = useQueries({
    queries: pages.filter((page) => page.length > 0).map((page) => customerCounts(page.map(({ id }) => id))),
    combine: countsById,
  });
  const [changing, setChanging] = useState<Customer>();
  const columns = useMemo(() => customerColumns({ counts, onChangeAccess: setChanging }), [counts]);

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
    <>
      <QueryTable
        label={texts.title}
        noun={texts.rows}
        list={list}
        rows={customers}
        total={total}
        columns={columns}
        empty={empty}
      />
      {changing && <CustomerAccess customer={changing} onClose={() => setChanging(undefined)} />}
    </>
  );
}
