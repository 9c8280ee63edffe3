import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorAfter, readAll } from '@/lib/keyset.ts';
import { listKeys } from '@/lib/list-keys.ts';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';
import type { ChoiceSource } from '@/lib/use-choices.ts';

const LOG_AS = 'Error fetching audiences';
const LEAD_KEYS = listKeys('leads');

/** The audiences of these customers (null: of all) that contain a term, sorted, page by page. */
export const audienceNames = (customers: readonly string[] | null): ChoiceSource<string> => ({
  key: (term) => [...LEAD_KEYS.all, 'audience names', customers, term],
  read: ({ term, after, limit, signal }) => {
    const of = customers && { customers: [...customers] };
    const from = after !== null && { after_name: after };
    return readData(rows.rpc('audience_names', { ...of, ...from, term, page_size: limit }), signal);
  },
  logAs: LOG_AS,
});

export type AudienceTotal = FunctionRow<'audience_totals'>;

const TOTALS_PAGE = 100;

function readTotals(customers: readonly string[], after: AudienceTotal | null, limit: number, signal: AbortSignal) {
  const from = after && { after_total: after.total, after_name: after.name };
  return readData(rows.rpc('audience_totals', { customers: [...customers], ...from, page_size: limit }), signal);
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

type ApprovedLeads = { name: string | null; approved: number };

/** The number of approved leads in each audience of a customer, and of those without one, whose name is null. */
export const approvedByAudience = (customerId: string) =>
  queryOptions({
    queryKey: [...LEAD_KEYS.counts, 'approved by audience', customerId],
    queryFn: ({ signal }) =>
      readAll<ApprovedLeads>(async (after, limit) => {
        const all = rows.from('audience_summary').select('name, approved').eq('customer_id', customerId);
        const rest = !after ? all : after.name === null ? all.not('name', 'is', null) : all.gt('name', after.name);
        const page = await readData(rest.order('name', { nullsFirst: true }).limit(limit), signal);
        return page.map(({ name, approved }) => ({ name, approved: approved ?? 0 }));
      }),
    meta: { logAs: LOG_AS },
  });
