import { queryOptions } from '@tanstack/react-query';
import { readAll } from '@/lib/keyset.ts';
import { quotedValue } from '@/lib/row-filters.ts';
import { rows } from '@/lib/rows.ts';
import type { Matter } from './attention-items.ts';

/** Everything that waits for an administrator, in no order of urgency; changes by many ways, so it is read at every visit. */
export const attention = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }): Promise<Matter[]> =>
    readAll<Matter>(async (after, limit) => {
      let request = rows.rpc('needs_attention').select();
      if (after) {
        const reason = quotedValue(after.reason);
        request = request.or(`reason.gt.${reason},and(reason.eq.${reason},customer_id.gt.${after.customer_id})`);
      }
      const { data } = await request
        .order('reason')
        .order('customer_id')
        .limit(limit)
        .abortSignal(signal)
        .throwOnError();
      return data as Matter[];
    }),
  staleTime: 0,
});
