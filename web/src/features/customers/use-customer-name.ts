import { useQuery } from '@tanstack/react-query';
import { activeCustomers } from './data.ts';

/** The name of an active customer; undefined while it is not known, and for null. */
export function useCustomerName(customerId: string | null): string | undefined {
  const { data: customers } = useQuery(activeCustomers);
  return customers?.find(({ id }) => id === customerId)?.name;
}
