import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { groupBy } from '#domain/group-by.ts';
import { readAll } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type FunctionRow, quotedValue, readData, rows } from '@/lib/rows.ts';
import type { AttentionItem } from './attention-items.ts';
import { type Period, periodStart } from './period.ts';

/** Leads approved and rejected in each of the last 12 weeks. Refetched at every visit. */
export const decisionsPerWeek = queryOptions({
  queryKey: ['decisions', 'weeks'],
  queryFn: ({ signal }) => readData(rows.rpc('decisions_per_week').select().order('week'), signal),
  staleTime: 0,
});

/** Leads without an audience or a reason are counted too. */
type Rejections = FunctionRow<'rejections_by_audience', 'audience' | 'reason' | 'reason_id'>;

/** `reasons` has the most frequent first. */
export type AudienceRejections = ReturnType<typeof groupByAudience>[number];

/** The audiences with most rejections, with their reasons. */
export const rejectionsByAudience = (period: Period) =>
  queryOptions({
    queryKey: ['decisions', 'rejections', period],
    queryFn: async ({ signal }): Promise<AudienceRejections[]> => {
      const since = periodStart(period, new Date());
      const data = await readData(rows.rpc('rejections_by_audience', since === null ? {} : { since }), signal);
      return groupByAudience(data);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

function groupByAudience(counts: readonly Rejections[]) {
  const groups = groupBy(counts, ({ customer_id, audience }) => JSON.stringify([customer_id, audience]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { customer_id, customer, audience } = first;
    const reasons = [first, ...others];
    return { customer_id, customer, audience, reasons, total: reasons.reduce((sum, one) => sum + one.rejected, 0) };
  });
}

/** How far a customer is with reviewing its leads. */
export type CustomerProgress = FunctionRow<'customer_progress', 'last_decision' | 'last_import'>;

export const sortColumns = ['name', 'to_review', 'last_decision', 'active_campaigns'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type ProgressSort = { column: SortColumn; descending: boolean };

/** Whether a column that is chosen first sorts descending: the most to review, but the longest without a decision. */
export const isFirstDescending = (column: SortColumn) => column === 'to_review' || column === 'active_campaigns';

const DEFAULT_SORT: ProgressSort = { column: 'to_review', descending: true };

/** 'name' or '-name', as in the URL. */
export const writeSort = ({ column, descending }: ProgressSort) => (descending ? `-${column}` : column);
export function readSort(text: string | null): ProgressSort {
  const column = sortColumns.find((name) => name === text?.replace(/^-/, ''));
  return column ? { column, descending: text?.startsWith('-') ?? false } : DEFAULT_SORT;
}

const PAGE = 10;

/** The progress of the active customers. Refetched at every visit. */
export const customerProgress = ({ column, descending }: ProgressSort) =>
  infiniteQueryOptions({
    queryKey: ['customers', 'progress', column, descending],
    queryFn: ({ pageParam: start, signal }): Promise<CustomerProgress[]> =>
      readData(
        rows
          .rpc('customer_progress')
          .select()
          .order(column, { ascending: !descending, nullsFirst: !descending })
          .order('name')
          .order('customer_id')
          .range(start, start + PAGE - 1),
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE ? null : pages.length * PAGE),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

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
      return (await readData(request.order('reason').order('customer_id').limit(limit), signal)) as AttentionItem[];
    }),
  staleTime: 0,
});

export type Dismissal = { item: AttentionItem; dismissed: boolean };

/** Hides an item from the caller until something newer is added, or shows it again. */
export const dismissAttention = ({ item: { customer_id, reason }, dismissed }: Dismissal) =>
  readData(rows.rpc('dismiss_attention', { customer_id, reason, dismissed }));

export const refreshAttention = (client: QueryClient) => invalidate(client, attention.queryKey);

/** Whether any invitation was sent, or any user was added to a customer without one. Refetched at every visit. */
export const isAnyCustomerInvited = queryOptions({
  queryKey: ['invitations', 'any'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const [invitations, members] = await Promise.all([
      readData(rows.from('invitations').select('id').limit(1), signal),
      readData(rows.from('customer_users').select('id').limit(1), signal),
    ]);
    return invitations.length + members.length > 0;
  },
  staleTime: 0,
  meta: { logAs: 'Error fetching invitations' },
});
