import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { type Cursor, cursorArguments, keysetPages, PAGE_SIZE, pageAfter, pageOf, readPages } from '@/lib/keyset.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';
import type { SelectedRow } from '@/lib/selected-row.ts';
import type { Scope } from './filters.ts';
import type { ListTable, ReviewRow } from './table.ts';

/** The number of all, of approved, and of reviewed (approved or rejected) rows. Estimated where counting takes long. */
export type ReviewCounts = Database['public']['Functions']['lead_totals']['Returns'][number];

const TOTALS = { leads: 'lead_totals', companies: 'company_totals' } as const;

type PageRequest = {
  after: Cursor | null;
  limit: number;
  signal: AbortSignal;
  /** Leaves out rows that are not approved. A search cannot: its rows must be checked. */
  approvedOnly?: boolean;
};

/** Reads one page of a scope, newest first. */
export type ReadPage<Row> = (scope: Scope, page: PageRequest) => Promise<Row[]>;

export const pageReader =
  <Table extends TableName, const Columns extends string>(
    table: Table,
    columns: Columns,
  ): ReadPage<SelectedRow<Table, Columns>> =>
  async (scope, page) => {
    const request = requestPage<SelectedRow<Table, Columns>>(table, columns, scope, page);
    const { data } = await request.abortSignal(page.signal).throwOnError();
    return data;
  };

function requestPage<Row>(
  table: TableName,
  columns: string,
  scope: Scope,
  { after, limit, approvedOnly }: PageRequest,
) {
  const { customers, audience, term, missing, importId } = scope;
  const page = { ...scopeArguments(scope), ...cursorArguments(after), page_size: limit };
  if (missing) return rows.rpc('approved_leads_without', { missing, ...page }).select<string, Row>(columns);
  if (term) return rows.rpc(`search_${table}`, page).select<string, Row>(columns);
  let request = rows.from(table).select<string, Row>(columns);
  if (importId) request = request.eq('import_id', importId);
  if (approvedOnly) request = request.is('is_approved', true);
  if (customers) request = request.in('customer_id', [...customers]);
  if (audience !== null) request = request.filter('audience', audience === '' ? 'is' : 'eq', audience || null);
  return pageAfter(request, after, limit);
}

export const listQuery = <Row extends ReviewRow>({ name, readPage }: ListTable<Row>, scope: Scope) =>
  infiniteQueryOptions({
    queryKey: [...listKeys(name).lists, scope],
    queryFn: async ({ pageParam: after, signal }) => pageOf(await readPage(scope, { after, limit: PAGE_SIZE, signal })),
    ...keysetPages,
    placeholderData: keepPreviousData,
  });

/** Reads all rows of a scope, page by page. */
export const readScope = <Row extends Cursor>(
  readPage: ReadPage<Row>,
  scope: Scope,
  options: Pick<PageRequest, 'signal' | 'approvedOnly'>,
): AsyncGenerator<Row[]> => readPages((after: Row | null, limit) => readPage(scope, { after, limit, ...options }));

/** Counts the rows of a scope. `approved` true: approved ones; false: pending ones; null: all. */
export const countQuery = (table: TableName, scope: Scope, approved: boolean | null = null) =>
  queryOptions({
    queryKey: [...listKeys(table).counts, scope, approved],
    queryFn: async ({ signal }) => {
      const { data } = await rows
        .rpc(`count_${table}`, { ...scopeArguments(scope), ...(approved !== null && { approved }) })
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: `Error counting ${table}` },
  });

/** The review counts of a scope. `mayEstimate`: returns estimates where counting takes long. */
export const countsQuery = (table: TableName, scope: Scope, mayEstimate = false) =>
  queryOptions({
    queryKey: [...listKeys(table).counts, 'review', scope, mayEstimate],
    queryFn: async ({ signal }): Promise<ReviewCounts> => {
      if (scope.missing) return countMissing(scope.missing, scope, signal);
      const { data } = await rows
        .rpc(TOTALS[table], { ...scopeArguments(scope), estimate: mayEstimate })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return data;
    },
    placeholderData: keepPreviousData,
    meta: { logAs: `Error counting ${table}` },
  });

/** The total, unless it is estimated. */
export const exactTotal = (counts: ReviewCounts | undefined) => (counts?.is_estimated ? undefined : counts?.total);

/** The counts of a scope. If the first ones are estimated, they are replaced by exact ones as soon as those are counted. */
export function useReviewCounts(table: TableName, scope: Scope): ReviewCounts | undefined {
  const { data: first, isPlaceholderData } = useQuery(countsQuery(table, scope, true));
  const isEstimated = first?.is_estimated === true && !isPlaceholderData;
  const { data: exact } = useQuery({
    ...countsQuery(table, scope, false),
    placeholderData: undefined,
    enabled: isEstimated,
  });
  return isEstimated ? (exact ?? first) : first;
}

/** Leads with a gap are listed only if they are approved. */
async function countMissing(
  missing: NonNullable<Scope['missing']>,
  scope: Scope,
  signal: AbortSignal,
): Promise<ReviewCounts> {
  const { data: total } = await rows
    .rpc('count_approved_leads_without', { missing, ...scopeArguments(scope) })
    .abortSignal(signal)
    .throwOnError();
  return { total, approved: total, reviewed: total, is_estimated: false };
}

/** Counts which of these rows are in a scope. */
export async function countInScope(
  table: TableName,
  ids: string[],
  scope: Scope,
  signal: AbortSignal,
): Promise<number> {
  const { data } = await rows
    .rpc(`count_${table}_among`, { ids, ...scopeArguments(scope) })
    .abortSignal(signal)
    .throwOnError();
  return data;
}

/** A scope as arguments of the database functions. */
function scopeArguments({ term, customers, audience }: Scope) {
  return {
    term,
    ...(customers && { customers: [...customers] }),
    ...(audience !== null && { audience_name: audience }),
  };
}

/** Refetches everything of a table after rows were added, changed or deleted. Audiences belong to leads. */
export const invalidateTable = (client: QueryClient, table: TableName): Promise<void> =>
  invalidate(client, listKeys(table).all);

/** Approves or rejects a row; null makes it pending again. */
export async function saveApproval(
  table: TableName,
  { id, customer_id }: Pick<ReviewRow, 'id' | 'customer_id'>,
  approved: boolean | null,
): Promise<void> {
  await rows
    .from(table)
    .update({ is_approved: approved })
    .eq('id', id)
    .eq('customer_id', customer_id)
    .select('id')
    .single()
    .throwOnError();
}
