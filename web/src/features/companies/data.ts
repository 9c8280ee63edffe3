import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Among } from '@/features/bulk/table.ts';
import type { ReviewedTable } from '@/features/review/data.ts';
import { type Cursor, cursorArguments, keysetPages, PAGE_SIZE, pageAfter, pageOf, readPages } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';
import type { Tally } from '@/lib/tally.ts';

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
  customers: { name: string } | null;
};

/** Which companies: those of the named customers (null: of all), narrowed by a search term; or those that an import has made, not narrowed any further. */
export type CompanyScope = { customers: readonly string[] | null; term: string; importId?: string };

const COLUMNS =
  'id, customer_id, name, website, domain, industry, size, employee_count, location, is_approved, created_at, customers(name)';

const COUNT_LOG_AS = 'Error counting companies';

export const companyKeys = {
  all: ['companies'] as const,
  lists: ['companies', 'list'] as const,
  list: (scope: CompanyScope) => ['companies', 'list', scope] as const,
  counts: ['companies', 'count'] as const,
  count: (scope: CompanyScope, approved: boolean | null): QueryKey => ['companies', 'count', scope, approved],
  tally: (scope: CompanyScope, roughly: boolean): QueryKey => ['companies', 'count', 'tally', scope, roughly],
};

type Reading = { after: Cursor | null; limit: number; signal: AbortSignal };

/** Rows of a scope, newest first, from a cursor on. A search goes through the procedure that may use the index. */
async function readCompanies<Row>(columns: string, scope: CompanyScope, reading: Reading): Promise<Row[]> {
  const ask = scope.term ? searchRequest : listRequest;
  const request = ask(columns, scope, reading);
  const { data } = await request.abortSignal(reading.signal).overrideTypes<Row[], { merge: false }>().throwOnError();
  return data;
}

function searchRequest(columns: string, scope: CompanyScope, { after, limit }: Reading) {
  return rows
    .rpc('search_companies', { ...narrowed(scope), ...cursorArguments(after), page_size: limit })
    .select(columns);
}

function listRequest(columns: string, { customers, importId }: CompanyScope, { after, limit }: Reading) {
  let request = rows.from('companies').select(columns);
  if (importId) request = request.eq('import_id', importId);
  return pageAfter(customers ? request.in('customer_id', [...customers]) : request, after, limit);
}

/** All rows of a scope, page by page; `columns` must name id and created_at. */
export function walkCompanies<Row extends Cursor>(
  columns: string,
  scope: CompanyScope,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  return readPages((after, limit) => readCompanies<Row>(columns, scope, { after, limit, signal }));
}

export const companyList = (scope: CompanyScope) =>
  infiniteQueryOptions({
    queryKey: companyKeys.list(scope),
    queryFn: async ({ pageParam: after, signal }) =>
      pageOf(await readCompanies<Company>(COLUMNS, scope, { after, limit: PAGE_SIZE, signal })),
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

/** How many companies a scope has; `approved` true: the approved ones, false: the pending ones, null: all. */
export const companyCount = (scope: CompanyScope, approved: boolean | null = null) =>
  queryOptions({
    queryKey: companyKeys.count(scope, approved),
    queryFn: async ({ signal }) => {
      const { data } = await rows
        .rpc('count_companies', { ...narrowed(scope), ...(approved !== null && { approved }) })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: COUNT_LOG_AS },
  });

/** How many of the companies named are within a scope. */
export async function countCompaniesAmong({ ids, scope, signal }: Among<CompanyScope>): Promise<number> {
  const { data } = await rows
    .rpc('count_companies_among', { ids, ...narrowed(scope) })
    .abortSignal(signal)
    .throwOnError();
  return data;
}

/** How far the review of a scope has come; `roughly`: estimated where counting takes long. */
export const companyTally = (scope: CompanyScope, roughly = false) =>
  queryOptions({
    queryKey: companyKeys.tally(scope, roughly),
    queryFn: async ({ signal }): Promise<Tally> => {
      const { data } = await rows
        .rpc('company_totals', { ...narrowed(scope), estimate: roughly })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: COUNT_LOG_AS },
  });

/** The scope as the procedures take it. */
function narrowed({ term, customers }: CompanyScope) {
  return { term, ...(customers && { customers: [...customers] }) };
}

/** After rows have come, gone or changed: lists and counts are read anew. */
export const refreshCompanies = (client: QueryClient): Promise<void> => invalidate(client, companyKeys.all);

/** Companies as something that is approved or rejected. */
export const reviewedCompanies: ReviewedTable = {
  table: 'companies',
  lists: companyKeys.lists,
  refresh: (client) => invalidate(client, companyKeys.counts),
};
