import { useQuery } from '@tanstack/react-query';
import { customerName } from './data.ts';

/** The name of a customer; undefined while it loads, if it does not exist, and for null. */
export function useCustomerName(customerId: string | null): string | undefined {
  const { data: name } = useQuery({ ...customerName(customerId ?? ''), enabled: customerId !== null });
  return name ?? undefined;
}
