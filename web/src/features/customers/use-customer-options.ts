import { useQuery } from '@tanstack/react-query';
import { activeCustomers } from './data.ts';

/** The active customers for a select. Where they could not be read, opening it reads them again. */
export function useCustomerOptions() {
  const { data: customers, isError, refetch } = useQuery(activeCustomers);
  return {
    options: (customers ?? []).map(({ id, name }) => ({ value: id, label: name })),
    /** What stands in the place of the customers; null once they are known. */
    lack: customers ? null : isError ? 'Customers could not be loaded' : 'Loading customers...',
    onOpen: () => {
      if (isError) refetch();
    },
  };
}
