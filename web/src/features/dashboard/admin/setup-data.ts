import { queryOptions } from '@tanstack/react-query';
import { rows } from '@/lib/rows.ts';

/** Whether any invitation was sent, or any user was added to a customer without one. Refetched at every visit. */
export const isAnyCustomerInvited = queryOptions({
  queryKey: ['invitations', 'any'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const [invitations, members] = await Promise.all([
      rows.from('invitations').select('id').limit(1).abortSignal(signal).throwOnError(),
      rows.from('customer_users').select('id').limit(1).abortSignal(signal).throwOnError(),
    ]);
    return invitations.data.length + members.data.length > 0;
  },
  staleTime: 0,
  meta: { logAs: 'Error fetching invitations' },
});
