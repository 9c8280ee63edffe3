import { queryOptions } from '@tanstack/react-query';
import { rows } from '../../lib/rows.ts';

export type CustomerName = { id: string; name: string };

const customerKeys = {
  all: ['customers'] as const,
  active: ['customers', 'active'] as const,
};

/** The active customers by name, for choosing one. */
export const activeCustomers = queryOptions({
  queryKey: customerKeys.active,
  queryFn: async ({ signal }): Promise<CustomerName[]> => {
    const { data } = await rows
      .from('customers')
      .select('id, name')
      .eq('is_active', true)
      .order('name')
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
});
