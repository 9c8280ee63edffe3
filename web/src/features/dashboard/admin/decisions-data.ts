import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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

export type ReasonCount = { reason: string | null; rejected: number };
/** `reasons` has the most frequent first. */
export type AudienceRejections = { audience: string | null; total: number; reasons: ReasonCount[] };

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

type Row = { audience: string | null; reason: string | null; rejected: number };

function groupByAudience(counts: readonly Row[]): AudienceRejections[] {
  const grouped = new Map<string | null, AudienceRejections>();
  for (const { audience, reason, rejected } of counts) {
    const group = grouped.get(audience) ?? { audience, total: 0, reasons: [] };
    group.total += rejected;
    group.reasons.push({ reason, rejected });
    grouped.set(audience, group);
  }
  return [...grouped.values()];
}
