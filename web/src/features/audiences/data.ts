import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorAfter, readAll } from '@/lib/keyset.ts';
import { listKeys } from '@/lib/list-keys.ts';
import { dataOf, type FunctionRow, rows } from '@/lib/rows.ts';
import type { ChoiceSource } from '@/lib/use-choices.ts';

const LOG_AS = 'Error fetching audiences';
const LEAD_KEYS = listKeys('leads');

/** The audiences of these customers (null: of all) that contain a term, sorted, page by page. */
export const audienceNames = (customers: readonly string[] | null): ChoiceSource<string> => ({
  key: (term) => [...LEAD_KEYS.all, 'audience names', customers, term],
  read: ({ term, after, limit, signal }) => {
    const of = customers && { customers: [...customers] };
    const from = after !== null && { after_name: after };
    return dataOf(rows.rpc('audience_names', { ...of, ...from, term, page_size: limit }), signal);
  },
  logAs: LOG_AS,
});

export type AudienceTotal = FunctionRow<'audience_totals'>;

const TOTALS_PAGE = 100;

function readTotals(customers: readonly string[], after: AudienceTotal | null, limit: number, signal: AbortSignal) {
  const from = after && { after_total: after.total, after_name: after.name };
  return dataOf(rows.rpc('audience_totals', { customers: [...customers], ...from, page_size: limit }), signal);
}

/** The number of leads in each audience of these customers, largest first, page by page. Audiences with the same name are added up. */
export const audienceTotals = (customers: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: [...LEAD_KEYS.counts, 'audience totals', customers],
    queryFn: ({ pageParam: after, signal }) => readTotals(customers, after, TOTALS_PAGE, signal),
    initialPageParam: null as AudienceTotal | null,
    getNextPageParam: (page) => cursorAfter(page, TOTALS_PAGE),
    meta: { logAs: LOG_AS },
  });

/** The number of leads in each audience of a customer. */
export const allAudienceTotals = (customerId: string) =>
  queryOptions({
    queryKey: [...LEAD_KEYS.counts, 'all audience totals', customerId],
    queryFn: ({ signal }) => readAll<AudienceTotal>((after, limit) => readTotals([customerId], after, limit, signal)),
    meta: { logAs: LOG_AS },
  });
