import { queryOptions } from '@tanstack/react-query';
import type { Database } from '#domain/database.types.ts';
import { batchSizes } from '#domain/limits.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { rows } from '@/lib/rows.ts';

import { undoDecisions } from '../list-data.ts';
import type { BulkColumn, Customers } from './column-change.ts';

/** Adds the filter that a distributed database finds the rows by. */
export const ofCustomers = <Request extends { in(column: 'customer_id', values: readonly string[]): Request }>(
  request: Request,
  customers: Customers,
): Request => (customers ? request.in('customer_id', customers) : request);

export const approvalColumn =
  (table: TableName, onlyUndecided: boolean) =>
  (customers: Customers): BulkColumn<boolean | null> => ({
    batchSize: batchSizes.approve,
    read: async (ids) => {
      // Not retried: a failed batch is reported and stays selected.
      const request = rows.from(table).select('id, value:is_approved').in('id', ids);
      const { data } = await ofCustomers(request, customers).retry(false).throwOnError();
      return data;
    },
    write: async (ids, value) => {
      const request = ofCustomers(rows.from(table).update({ is_approved: value }).in('id', ids), customers);
      const { data } = await (onlyUndecided ? request.is('is_approved', null) : request).select('id').throwOnError();
      return data.map(({ id }) => id);
    },
    restore: (ids) => undoDecisions(table, ids),
  });

/** Deletes rows, which can be restored for 30 minutes by the id of the deletion. Returns how many were deleted. */
export async function deleteRows(
  table: TableName,
  ids: string[],
  customers: Customers,
  deletion: string,
): Promise<number> {
  const { data } = await rows
    .rpc('delete_rows', { table_name: table, ids, deletion, ...(customers && { customers: [...customers] }) })
    .throwOnError();
  return data;
}

/** Restores deleted rows. Returns how many, and how many were skipped because their keys are taken again. */
export async function restoreDeleted(deletion: string): Promise<{ restored: number; skipped: number }> {
  const sum = { restored: 0, skipped: 0 };
  for (let remaining = 1; remaining > 0; ) {
    const { data } = await rows.rpc('restore_deleted', { deletion }).throwOnError();
    sum.restored += data.restored;
    sum.skipped += data.skipped;
    remaining = data.remaining;
  }
  return sum;
}

export type Deletion = Database['public']['Functions']['recent_deletions']['Returns'][number];

/** The last deletions in bulk of a table that can be restored. */
export const recentDeletions = (table: TableName) =>
  queryOptions({
    queryKey: [...listKeys(table).all, 'deletions'],
    queryFn: async ({ signal }): Promise<Deletion[]> => {
      const { data } = await rows.rpc('recent_deletions').abortSignal(signal).throwOnError();
      return data.filter(({ relation }) => relation === `public.${table}`);
    },
    meta: { logAs: 'Error fetching deletions' },
  });
