import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { rows } from '@/lib/rows.ts';
import { type Period, startOf } from './period.ts';

/** Leads approved and rejected in each of the last 12 weeks. Refetched at every visit. */
export const decisionsPerWeek = queryOptions({
  queryKey: ['decisions', 'weeks'],
  queryFn: async ({ signal }) => {
    const { data } = await rows.rpc('decisions_per_week').select().order('week').abortSignal(signal).throwOnError();
    return data;
  },
  staleTime: 0,
});

type Returned = Database['public']['Functions']['rejections_by_audience']['Returns'][number];
/** Leads without an audience or a reason are counted too. */
type Row = Omit<Returned, 'audience' | 'reason' | 'reason_id'> & {
  audience: string | null;
  reason: string | null;
  reason_id: string | null;
};

export type ReasonCount = Pick<Row, 'reason' | 'reason_id' | 'rejected'>;
/** `reasons` has the most frequent first. */
export type AudienceRejections = Pick<Row, 'customer_id' | 'customer' | 'audience'> & {
  total: number;
  reasons: ReasonCount[];
};

/** The audiences with most rejections, with their reasons. */
export const rejectionsByAudience = (period: Period) =>
  queryOptions({
    queryKey: ['decisions', 'rejections', period],
    queryFn: async ({ signal }): Promise<AudienceRejections[]> => {
      const since = startOf(period, new Date());
      const { data } = await rows
        .rpc('rejections_by_audience', since === null ? {} : { since })
        .abortSignal(signal)
        .throwOnError();
      return groupByAudience(data);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

function groupByAudience(counts: readonly Row[]): AudienceRejections[] {
  const groups = Map.groupBy(counts, ({ customer_id, audience }) => JSON.stringify([customer_id, audience]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { customer_id, customer, audience } = first;
    const reasons = [first, ...others];
    return { customer_id, customer, audience, reasons, total: reasons.reduce((sum, one) => sum + one.rejected, 0) };
  });
}
