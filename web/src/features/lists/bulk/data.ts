import { queryOptions } from '@tanstack/react-query';
import { batchSizes } from '#domain/limits.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { readData, rows } from '@/lib/rows.ts';
import type { Scope } from '../filters.ts';
import { pageReader, readScope, undoDecisions } from '../list-data.ts';
import { isSelected, type Selection } from '../selection/selection.ts';
import type { BulkColumn, Customers } from './column-change.ts';

/** Reads the ids of the rows to change. */
export type ReadIds = (signal: AbortSignal) => Promise<string[]>;

/** The selected rows. If all are selected, reads those that match now. */
export function selectedIds(table: TableName, scope: Scope, selection: Selection): ReadIds {
  if (selection.kind === 'these') return async () => [...selection.ids];
  return async (signal) => (await matchingIds(table, scope, signal)).filter((id) => isSelected(selection, id));
}

/** The rows of a scope that are not approved: those to review and rejected ones. */
export function pendingIds(table: TableName, scope: Scope): ReadIds {
  const pending = PENDING.filter((status) => scope.status === null || scope.status === status);
  return async (signal) => {
    const ids: string[] = [];
    for (const status of pending) ids.push(...(await matchingIds(table, { ...scope, status }, signal)));
    return ids;
  };
}

/** The statuses of rows that are not approved. */
const PENDING = ['to_review', 'rejected'] as const;

async function matchingIds(table: TableName, scope: Scope, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of readScope(pageReader(table, 'id, created_at'), scope, signal)) {
    ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

/** Adds the filter that a distributed database finds the rows by. */
export const ofCustomers = <Request extends { in(column: 'customer_id', values: readonly string[]): Request }>(
  request: Request,
  customers: Customers,
): Request => (customers ? request.in('customer_id', customers) : request);

/** More rows are not read to count their customers. */
const MAX_READ = 1_000;

/** How many customers have rows of a scope that are not approved; null if there is a search with too many matches, or one customer or import is chosen. */
export const pendingCustomersQuery = (table: TableName, scope: Scope) =>
  queryOptions({
    queryKey: [...listKeys(table).counts, 'customers', scope],
    queryFn: async ({ signal }): Promise<number | null> => {
      const { customers, status, term, audience, reason, importId, changed, suppressed, duplicate } = scope;
      if (customers || importId) return null;
      if (term || changed || suppressed !== undefined || duplicate) {
        const readCustomers = pageReader(table, 'id, created_at, customer_id');
        const pending = PENDING.filter((one) => status === null || status === one);
        const pages = await Promise.all(
          pending.map((one) => readCustomers({ ...scope, status: one }, { after: null, limit: MAX_READ, signal })),
        );
        if (pages.some((page) => page.length === MAX_READ)) return null;
        return new Set(pages.flat().map(({ customer_id }) => customer_id)).size;
      }
      let request = rows.from('customers').select(`id, ${table}!inner(id)`, { count: 'exact', head: true });
      request =
        status === 'to_review'
          ? request.is(`${table}.is_approved`, null)
          : request.not(`${table}.is_approved`, 'is', true);
      if (status === 'rejected') request = request.is(`${table}.is_approved`, false);
      if (reason) request = request.eq(`${table}.rejection_reason_id`, reason);
      if (audience !== null)
        request = request.filter(`${table}.audience`, audience === '' ? 'is' : 'eq', audience || null);
      const { count } = await request.abortSignal(signal).throwOnError();
      return count;
    },
    meta: { logAs: 'Error counting customers' },
  });

export const decisionColumn =
  (table: TableName, onlyUndecided: boolean) =>
  (customers: Customers): BulkColumn<boolean | null> => ({
    batchSize: batchSizes.approve,
    read: (ids) => {
      // Not retried: a failed batch is reported and stays selected.
      const request = rows.from(table).select('id, value:is_approved').in('id', ids);
      return readData(ofCustomers(request, customers).retry(false));
    },
    write: async (ids, value) => {
      const request = ofCustomers(rows.from(table).update({ is_approved: value }).in('id', ids), customers);
      const data = await readData((onlyUndecided ? request.is('is_approved', null) : request).select('id'));
      return data.map(({ id }) => id);
    },
    restore: (ids) => undoDecisions(table, ids),
  });

/** Deletes rows, which can be restored for 30 minutes by the id of the deletion. Returns how many were deleted. */
export function deleteRows(table: TableName, ids: string[], customers: Customers, deletion: string): Promise<number> {
  return readData(
    rows.rpc('delete_rows', { table_name: table, ids, deletion, ...(customers && { customers: [...customers] }) }),
  );
}

/** Restores deleted rows. Returns how many, and how many were skipped because their keys are taken again. */
export async function restoreDeleted(deletion: string): Promise<{ restored: number; skipped: number }> {
  const sum = { restored: 0, skipped: 0 };
  for (let remaining = 1; remaining > 0; ) {
    const data = await readData(rows.rpc('restore_deleted', { deletion }));
    sum.restored += data.restored;
    sum.skipped += data.skipped;
    remaining = data.remaining;
  }
  return sum;
}

/** The last deletions in bulk of a table that can be restored. */
export const recentDeletions = (table: TableName) =>
  queryOptions({
    queryKey: [...listKeys(table).all, 'deletions'],
    queryFn: async ({ signal }) => {
      const data = await readData(rows.rpc('recent_deletions'), signal);
      return data.filter(({ relation }) => relation === `public.${table}`);
    },
    meta: { logAs: 'Error fetching deletions' },
  });
