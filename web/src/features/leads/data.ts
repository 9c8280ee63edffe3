import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import type { Gap } from '#domain/campaign/lint.ts';
import { audienceKeys } from '@/features/audiences/data.ts';
import type { Among } from '@/features/bulk/table.ts';
import type { ReviewedTable } from '@/features/review/data.ts';
import { type Cursor, cursorArguments, keysetPages, PAGE_SIZE, pageAfter, pageOf, readPages } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';
import type { Tally } from '@/lib/tally.ts';
import type { LeadFilters } from './filters.ts';

export type Lead = {
  id: string;
  customer_id: string;
  name: string;
  title: string | null;
  company: string | null;
  location: string | null;
  audience: string | null;
  is_approved: boolean | null;
  profile_picture_url: string | null;
  linkedin_profile_url: string | null;
  created_at: string;
  customers: { name: string } | null;
};

/** Which leads: those of the named customers (null: of all), narrowed by audience ('': those without one) and by a search term; where something is missing, the approved ones that lack it; or those that an import has made, not narrowed any further. */
export type LeadScope = {
  customers: readonly string[] | null;
  audience: string | null;
  term: string;
  missing?: Gap;
  importId?: string;
};

const COLUMNS =
  'id, customer_id, name, title, company, location, audience, is_approved, profile_picture_url, linkedin_profile_url, created_at, customers(name)';

const COUNT_LOG_AS = 'Error counting leads';

export const leadKeys = {
  all: ['leads'] as const,
  lists: ['leads', 'list'] as const,
  list: (scope: LeadScope) => ['leads', 'list', scope] as const,
  counts: ['leads', 'count'] as const,
  count: (scope: LeadScope, approved: boolean | null): QueryKey => ['leads', 'count', scope, approved],
  tally: (scope: LeadScope, roughly: boolean): QueryKey => ['leads', 'count', 'tally', scope, roughly],
};

/** The filters of an address within the customers that are to be seen. */
export function scopeOf(filters: LeadFilters, customers: readonly string[] | null): LeadScope {
  return {
    customers: filters.customerId ? [filters.customerId] : customers,
    audience: filters.audience,
    term: filters.term,
  };
}

type Reading = {
  after: Cursor | null;
  limit: number;
  signal: AbortSignal;
  /** Leaves out what is not approved, where no search is on: the search procedure cannot, so its rows must be looked at. */
  approvedOnly?: boolean;
};

/** Rows of a scope, newest first, from a cursor on. A search goes through the procedure that may use the index. */
async function readLeads<Row>(columns: string, scope: LeadScope, reading: Reading): Promise<Row[]> {
  const ask = scope.missing ? missingRequest : scope.term ? searchRequest : listRequest;
  const request = ask(columns, scope, reading);
  const { data } = await request.abortSignal(reading.signal).overrideTypes<Row[], { merge: false }>().throwOnError();
  return data;
}

/** All rows of a scope, page by page; `columns` must name id and created_at. `approvedOnly` as in Reading. */
export function walkLeads<Row extends Cursor>(
  columns: string,
  scope: LeadScope,
  signal: AbortSignal,
  approvedOnly = false,
): AsyncGenerator<Row[]> {
  return readPages((after, limit) => readLeads<Row>(columns, scope, { after, limit, signal, approvedOnly }));
}

function searchRequest(columns: string, scope: LeadScope, { after, limit }: Reading) {
  return rows.rpc('search_leads', { ...narrowed(scope), ...cursorArguments(after), page_size: limit }).select(columns);
}

function missingRequest(columns: string, scope: LeadScope, { after, limit }: Reading) {
  const { missing = 'email' } = scope;
  return rows
    .rpc('approved_leads_without', { missing, ...narrowed(scope), ...cursorArguments(after), page_size: limit })
    .select(columns);
}

function listRequest(columns: string, scope: LeadScope, { after, limit, approvedOnly }: Reading) {
  const { customers, audience, importId } = scope;
  let request = rows.from('leads').select(columns);
  if (importId) request = request.eq('import_id', importId);
  if (approvedOnly) request = request.is('is_approved', true);
  if (customers) request = request.in('customer_id', [...customers]);
  if (audience !== null) request = audience === '' ? request.is('audience', null) : request.eq('audience', audience);
  return pageAfter(request, after, limit);
}

export const leadList = (scope: LeadScope) =>
  infiniteQueryOptions({
    queryKey: leadKeys.list(scope),
    queryFn: async ({ pageParam: after, signal }) =>
      pageOf(await readLeads<Lead>(COLUMNS, scope, { after, limit: PAGE_SIZE, signal })),
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

/** How many leads a scope has; `approved` true: the approved ones, false: the pending ones, null: all. */
export const leadCount = (scope: LeadScope, approved: boolean | null = null) =>
  queryOptions({
    queryKey: leadKeys.count(scope, approved),
    queryFn: ({ signal }) => readCount(scope, approved, signal),
    placeholderData: keepPreviousData,
    meta: { logAs: COUNT_LOG_AS },
  });

async function readCount(scope: LeadScope, approved: boolean | null, signal: AbortSignal) {
  const { data } = await rows
    .rpc('count_leads', { ...narrowed(scope), ...(approved !== null && { approved }) })
    .abortSignal(signal)
    .throwOnError();
  return data;
}

/** Leads that are spoken of because they lack something are approved, all of them. */
async function readMissingTally(missing: Gap, scope: LeadScope, signal: AbortSignal): Promise<Tally> {
  const { data: total } = await rows
    .rpc('count_approved_leads_without', { missing, ...narrowed(scope) })
    .abortSignal(signal)
    .throwOnError();
  return { total, approved: total, reviewed: total, is_estimated: false };
}

/** How far the review of a scope has come; `roughly`: estimated where counting takes long. */
export const leadTally = (scope: LeadScope, roughly = false) =>
  queryOptions({
    queryKey: leadKeys.tally(scope, roughly),
    queryFn: async ({ signal }): Promise<Tally> => {
      if (scope.missing) return readMissingTally(scope.missing, scope, signal);
      const { data } = await rows
        .rpc('lead_totals', { ...narrowed(scope), estimate: roughly })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: COUNT_LOG_AS },
  });

/** How many of the leads named are within a scope. */
export async function countLeadsAmong({ ids, scope, signal }: Among<LeadScope>): Promise<number> {
  const { data } = await rows
    .rpc('count_leads_among', { ids, ...narrowed(scope) })
    .abortSignal(signal)
    .throwOnError();
  return data;
}

/** The scope as the procedures take it. */
function narrowed({ term, customers, audience }: LeadScope) {
  return {
    term,
    ...(customers && { customers: [...customers] }),
    ...(audience !== null && { audience_name: audience }),
  };
}

/** After approvals have changed: what counts them is read anew. */
async function refreshLeadNumbers(client: QueryClient): Promise<void> {
  await Promise.all([invalidate(client, leadKeys.counts), invalidate(client, audienceKeys.totals)]);
}

/** After rows have come, gone or changed: lists, counts and audiences are read anew. */
export async function refreshLeads(client: QueryClient): Promise<void> {
  await Promise.all([invalidate(client, leadKeys.all), invalidate(client, audienceKeys.all)]);
}

/** Leads as something that is approved or rejected. */
export const reviewedLeads: ReviewedTable = { table: 'leads', lists: leadKeys.lists, refresh: refreshLeadNumbers };
