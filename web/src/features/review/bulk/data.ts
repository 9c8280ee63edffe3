import { batchSizes } from '#domain/limits.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { rows } from '@/lib/rows.ts';

import type { BulkColumn } from './column-change.ts';

export const approvalColumn = (table: TableName): BulkColumn<boolean | null> => ({
  batchSize: batchSizes.approve,
  read: async (ids) => {
    // Not retried: a failed batch is reported and stays selected.
    const { data } = await rows.from(table).select('id, value:is_approved').in('id', ids).retry(false).throwOnError();
    return data;
  },
  write: async (ids, value, expected) => {
    const request = rows.from(table).update({ is_approved: value }).in('id', ids);
    const { data } = await (expected ? request.is('is_approved', expected.value) : request).select('id').throwOnError();
    return data.map(({ id }) => id);
  },
});

/** Returns how many rows were deleted. */
export async function deleteRows(table: TableName, ids: string[]): Promise<number> {
  const { data } = await rows.from(table).delete().in('id', ids).select('id').throwOnError();
  return data.length;
}
