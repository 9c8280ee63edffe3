import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Cursor, keysetPages, PAGE_SIZE, pageOf, readOn, searchAfter } from '../../lib/keyset.ts';
import { rows } from '../../lib/rows.ts';
import type { Tally } from '../../lib/tally.ts';
import type { ReviewedTable } from '../review/data.ts';

export type Company = {
  id: string;
  customer_id: string;
  name: string;
  website: string | null;
  domain: string | null;
  industry: string | null;
  size: string | null;
  employee_count: number | null;
  location: string | null;
  is_approved: boolean | null;
  created_at: string;
};

/** Which companies: those of the named customers, narrowed by a search term. */
export type CompanyScope = { customers: readonly string[]; term: string };

const COLUMNS =
  'id, customer_id, name, website, domain, industry, size, employee_count, location, is_approved, created_at';

const companyKeys = {
  lists: ['companies', 'list'] as const,
  list: (scope: CompanyScope) => ['companies', 'list', scope] as const,
  counts: ['companies', 'count'] as const,
  tally: (scope: CompanyScope) => ['companies', 'count', 'tally', scope] as const,
};

/** A page, newest first, from a cursor on. A search goes through the procedure that may use the index. */
function pageRequest({ term, customers }: CompanyScope, after: Cursor | null) {
  if (!term) {
    return readOn(
      rows
        .from('companies')
        .select(COLUMNS)
        .in('customer_id', [...customers]),
      after,
      PAGE_SIZE,
    );
  }
  return rows
    .rpc('search_companies', { term, customers: [...customers], ...searchAfter(after), page_size: PAGE_SIZE })
    .select(COLUMNS);
}

export const companyList = (scope: CompanyScope) =>
  infiniteQueryOptions({
    queryKey: companyKeys.list(scope),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data } = await pageRequest(scope, after)
        .abortSignal(signal)
        .overrideTypes<Company[], { merge: false }>()
        .throwOnError();
      return pageOf<Company>(data);
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

/** How far the review of a scope has come. */
export const companyTally = (scope: CompanyScope) =>
  queryOptions({
    queryKey: companyKeys.tally(scope),
    queryFn: async ({ signal }): Promise<Tally> => {
      const { term, customers } = scope;
      const { data } = await rows
        .rpc('tally_companies', { term, customers: [...customers] })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
  });

/** Companies as something that is approved or rejected. */
export const reviewedCompanies: ReviewedTable = {
  table: 'companies',
  lists: companyKeys.lists,
  refresh: (client) => client.invalidateQueries({ queryKey: companyKeys.counts }),
};
