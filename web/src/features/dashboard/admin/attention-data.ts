import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readAll } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { quotedValue } from '@/lib/row-filters.ts';
import { rows } from '@/lib/rows.ts';
import type { AttentionItem } from './attention-items.ts';

/** Everything that waits for an administrator, not sorted by urgency. Refetched at every visit. */
export const attention = queryOptions({
  queryKey: ['attention'],
  queryFn: ({ signal }): Promise<AttentionItem[]> =>
    readAll<AttentionItem>(async (after, limit) => {
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
      return data as AttentionItem[];
    }),
  staleTime: 0,
});

export type Dismissal = { item: AttentionItem; dismissed: boolean };

/** Hides an item from the caller until something newer is added, or shows it again. */
export async function dismissAttention({ item, dismissed }: Dismissal): Promise<void> {
  const { customer_id, reason } = item;
  await rows.rpc('dismiss_attention', { customer_id, reason, dismissed }).throwOnError();
}

export const refreshAttention = (client: QueryClient) => invalidate(client, attention.queryKey);
