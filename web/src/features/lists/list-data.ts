import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { WithCustom } from '#domain/custom-fields.ts';
import type { Database } from '#domain/database.types.ts';
import { type Cursor, cursorArguments, PAGE_SIZE, pageAfter, pagedQuery, readPages } from '@/lib/keyset.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { readData, rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import type { Scope } from './filters.ts';
import { countRows, type Sort, type Status, statusDecision } from './status.ts';

/** The number of all, of approved, and of reviewed (approved or rejected) rows. Estimated where counting takes long. */
export type ReviewCounts = Database['public']['Functions']['lead_totals']['Returns'][number];

const TOTALS = { leads: 'lead_totals', companies: 'company_totals' } as const;

type PageRequest = {
  after: Cursor | null;
  limit: number;
  signal: AbortSignal;
  /** The newest first, unless given. */
  sort?: Sort;
  /** Whether to read the values of custom fields, too. */
  withCustom?: boolean;
};

/** Reads one page of a scope. */
export type ReadPage<Row> = (scope: Scope, page: PageRequest) => Promise<Row[]>;

/** The row that a page follows is the last of the list, with the text that it is sorted by. */
type SortedRow = Cursor & { name: string; company?: string | null };

export const pageReader =
  <Table extends TableName, const Columns extends string>(
    table: Table,
    columns: Columns,
  ): ReadPage<SelectedRow<Table, Columns> & WithCustom> =>
  (scope, page) => {
    const selected = page.withCustom ? `${columns}, custom, internal_values(custom)` : columns;
    const request = requestPage<SelectedRow<Table, Columns> & WithCustom>(table, selected, scope, page);
    return readData(request, page.signal);
  };

function requestPage<Row>(table: TableName, columns: string, scope: Scope, request: PageRequest) {
  const { after, limit, sort = 'newest' } = request;
  const { customers, audience, term, status, reason, missing, importId } = scope;
  const filtered = scopeArguments(scope);
  const page = { ...filtered, ...cursorArguments(after), page_size: limit };
  if (missing) return rows.rpc('approved_leads_without', { missing, ...page }).select<string, Row>(columns);
  if (term || sort !== 'newest' || 'filter' in filtered) {
    const sorted = sort !== 'newest' && { sort, after_text: (after as SortedRow | null)?.[sort] ?? undefined };
    return rows.rpc(`search_${table}`, { ...page, ...(status && { status }), ...sorted }).select<string, Row>(columns);
  }
  let found = rows.from(table).select<string, Row>(columns);
  if (importId) found = found.eq('import_id', importId);
  if (status) found = found.is('is_approved', statusDecision(status));
  if (reason) found = found.eq('rejection_reason_id', reason);
  if (customers) found = found.in('customer_id', [...customers]);
  if (audience !== null) found = found.filter('audience', audience === '' ? 'is' : 'eq', audience || null);
  return pageAfter(found, after, limit);
}

export const listQuery = <Row extends Cursor>(
  { name, readPage }: { name: TableName; readPage: ReadPage<Row> },
  scope: Scope,
  sort: Sort,
  withCustom = false,
) =>
  pagedQuery([...listKeys(name).lists, scope, sort, withCustom], (after, signal) =>
    readPage(scope, { after, limit: PAGE_SIZE, signal, sort, withCustom }),
  );

/** Reads all rows of a scope, page by page. */
export const readScope = <Row extends Cursor>(
  readPage: ReadPage<Row>,
  scope: Scope,
  signal: AbortSignal,
  withCustom = false,
): AsyncGenerator<Row[]> =>
  readPages((after: Row | null, limit) => readPage(scope, { after, limit, signal, withCustom }));

/** Counts the rows of a scope exactly, as an export does, which reads them all. */
export const countQuery = (table: TableName, scope: Scope) =>
  queryOptions({
    queryKey: [...listKeys(table).counts, scope],
    queryFn: async ({ signal }) => {
      const { status } = scope;
      if (status && status !== 'approved') return countRows(await readTotals(table, scope, false, signal), status);
      return readData(
        rows.rpc(`count_${table}`, { ...scopeArguments(scope), ...(status && { approved: true }) }),
        signal,
      );
    },
    placeholderData: keepPreviousData,
    meta: { logAs: `Error counting ${table}` },
  });

/** The review counts of a scope, whatever its status. Those of a search with many matches are estimated. */
export const countsQuery = (table: TableName, scope: Scope) =>
  queryOptions({
    queryKey: [...listKeys(table).counts, 'review', { ...scope, status: null }],
    queryFn: async ({ signal }): Promise<ReviewCounts> => {
      const { missing } = scope;
      if (!missing) return readTotals(table, scope, true, signal);
      const leads = rows.rpc('count_approved_leads_without', { missing, ...scopeArguments(scope) });
      const total = await readData(leads, signal); // leads with a gap are listed only if they are approved
      return { total, approved: total, reviewed: total, is_estimated: false };
    },
    placeholderData: keepPreviousData,
    meta: { logAs: `Error counting ${table}` },
  });

function readTotals(table: TableName, scope: Scope, estimate: boolean, signal: AbortSignal): Promise<ReviewCounts> {
  return readData(rows.rpc(TOTALS[table], { ...scopeArguments(scope), estimate }).single(), signal);
}

/** The number of rows with a status (null: with any), unless it is estimated. */
export const exactCount = (counts: ReviewCounts | undefined, status: Status | null) =>
  counts && !counts.is_estimated ? countRows(counts, status) : undefined;

export const useReviewCounts = (table: TableName, scope: Scope): ReviewCounts | undefined =>
  useQuery(countsQuery(table, scope)).data;

/** The counts for the choice of a status, which ignore a reason: only rejected rows have one. */
export const useStatusCounts = (table: TableName, { reason: _, ...scope }: Scope) => useReviewCounts(table, scope);

/** Counts which of these rows are in a scope. */
export function countInScope(table: TableName, ids: string[], scope: Scope, signal: AbortSignal): Promise<number> {
  return readData(
    rows.rpc(`count_${table}_among`, { ids, ...scopeArguments(scope), ...(scope.status && { status: scope.status }) }),
    signal,
  );
}

/** Those of the leads on a page whose company was rejected. Depends on approvals, as the counts of companies do. */
export const rejectedCompaniesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...listKeys('companies').counts, 'rejected of leads', ids.at(0), ids.at(-1), ids.length],
    queryFn: ({ signal }): Promise<string[]> => readData(rows.rpc('leads_of_rejected_companies', { ids }), signal),
    meta: { logAs: 'Error fetching rejected companies' },
  });

/** A scope without its status as arguments of the database functions. */
function scopeArguments(scope: Scope) {
  const { term, customers, audience, reason, importId, field, changed, suppressed, duplicate, updated, unread } = scope;
  return {
    term,
    ...(customers && { customers: [...customers] }),
    ...(audience !== null && { audience_name: audience }),
    ...(reason && { reason }),
    ...(importId && !updated && { import_id: importId }),
    ...((field || changed || suppressed !== undefined || duplicate || updated || unread) && {
      filter: {
        ...(field && { custom: { [field.key]: field.value } }),
        ...(changed && { changed }),
        ...(suppressed !== undefined && { suppressed }),
        ...(duplicate && { duplicate }),
        ...(updated && { updated_by: importId }),
        ...(unread && { unread }),
      },
    }),
  };
}

/** Refetches everything of a table after rows were added, changed or deleted. Audiences belong to leads. */
export const invalidateTable = (client: QueryClient, table: TableName): Promise<void> =>
  invalidate(client, listKeys(table).all);

const UNDO = { leads: 'undo_lead_decisions', companies: 'undo_company_decisions' } as const;

/** Restores rows, with reason and note, as they were before the caller's last decision about them that was not undone yet. Returns the ids of those that have not changed since. */
export function undoDecisions(table: TableName, ids: string[]): Promise<string[]> {
  return readData(rows.rpc(UNDO[table], { ids }));
}
