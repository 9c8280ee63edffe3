import { batchSizes } from '#domain/limits.ts';
import { rows } from '@/lib/rows.ts';
import type { Setting } from './setting.ts';

export type BulkTableName = 'leads' | 'companies';

/** The approval of many rows. */
export const approvalOf = (table: BulkTableName): Setting<boolean | null> => ({
  size: batchSizes.approve,
  read: async (ids) => {
    // Not tried again: a batch that fails is told and stays selected.
    const { data } = await rows.from(table).select('id, value:is_approved').in('id', ids).retry(false).throwOnError();
    return data;
  },
  put: async (ids, value, holding) => {
    const request = rows.from(table).update({ is_approved: value }).in('id', ids);
    const { data } = await (holding ? request.is('is_approved', holding.value) : request).select('id').throwOnError();
    return data.map(({ id }) => id);
  },
});

/** Deletes rows and answers how many there were. */
export async function deleteRows(table: BulkTableName, ids: string[]): Promise<number> {
  const { data } = await rows.from(table).delete().in('id', ids).select('id').throwOnError();
  return data.length;
}
