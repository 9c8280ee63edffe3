import { infiniteQueryOptions } from '@tanstack/react-query';
import { rows } from '@/lib/rows.ts';
import type { ChoiceSource } from '@/lib/use-choices.ts';

const LOG_AS = 'Error fetching audiences';

export const audienceKeys = {
  all: ['audiences'] as const,
  totals: ['audiences', 'totals'] as const,
  totalsOf: (customers: readonly string[]) => ['audiences', 'totals', customers] as const,
  names: (customers: readonly string[] | null, term: string) => ['audiences', 'names', customers, term] as const,
};

/** The distinct audiences of the named customers (null: of all) that contain a term, sorted, page by page. */
export const audienceNames = (customers: readonly string[] | null): ChoiceSource<string> => ({
  key: (term) => audienceKeys.names(customers, term),
  read: async ({ term, after, limit, signal }) => {
    const scope = { ...(customers && { customers: [...customers] }), term };
    const from = after !== null && { after_name: after };
    const { data } = await rows
      .rpc('audience_names', { ...scope, ...from, page_size: limit })
      .abortSignal(signal)
      .throwOnError();
    return data;
  },
  logAs: LOG_AS,
});

/** How many leads an audience has. */
export type AudienceTotal = { name: string; total: number; approved: number };

const TOTALS_PAGE = 100;

/** The audiences of the named customers, the largest first, page by page. The same audience of several customers is summed. */
export const audienceTotals = (customers: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: audienceKeys.totalsOf(customers),
    queryFn: async ({ pageParam: after, signal }): Promise<AudienceTotal[]> => {
      const from = after && { after_total: after.total, after_name: after.name };
      const { data } = await rows
        .rpc('audience_totals', { customers: [...customers], ...from, page_size: TOTALS_PAGE })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    initialPageParam: null as AudienceTotal | null,
    getNextPageParam: (page) => (page.length < TOTALS_PAGE ? null : (page.at(-1) ?? null)),
    meta: { logAs: LOG_AS },
  });
