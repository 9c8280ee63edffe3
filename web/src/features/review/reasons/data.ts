import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listKeys, type TableName, updateLists } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { type RowOf, readData, rows } from '@/lib/rows.ts';
import { useSave } from '@/lib/use-save.ts';
import { texts } from './texts.ts';

const selectReasons = () => rows.from('rejection_reasons').select('id, subject, name, position, retired_at');

export type RejectionReason = RowOf<typeof selectReasons>;

/** All reasons for a rejection of leads and of companies in their order, retired ones too. */
export const reasonList = queryOptions({
  queryKey: ['reasons'],
  queryFn: ({ signal }): Promise<RejectionReason[]> =>
    readData(selectReasons().order('position').order('name'), signal),
  staleTime: 5 * 60_000,
});

/** A reason as an option of a select. */
export const reasonOption = ({ id, name, retired_at }: RejectionReason) => ({
  value: id,
  label: retired_at === null ? name : texts.retiredReason(name),
});

export const refreshReasons = (client: QueryClient) => client.invalidateQueries({ queryKey: reasonList.queryKey });

export const addReason = (reason: { subject: TableName; name: string; position: number }) =>
  readData(rows.from('rejection_reasons').insert(reason));

export const updateReason = (id: string, change: { name?: string; position?: number; retired_at?: string | null }) =>
  readData(rows.from('rejection_reasons').update(change).eq('id', id).select('id').single());

/** A row of leads or companies that is rejected. */
export type RejectedRecord = { id: string; customer_id: string; name: string; company?: string | null };

export type Rejection = { rejection_reason_id?: string | null; rejection_note?: string | null };

/** `approved` is what a list shows of the row meanwhile. */
type SavedRejection = { row: RejectedRecord; approved: false; change: Rejection };

/** Saves reason or note of a rejection, after the decisions that are being saved. */
export function useSaveRejection(table: TableName) {
  const { counts, record, records, lists, decisionScope } = listKeys(table);
  const { save } = useSave<SavedRejection, void>({
    scope: decisionScope,
    write: ({ row, change }) => writeRejection(table, row, change),
    apply: (client, { row, change }) => {
      client.setQueryData<Rejection>(record(row.id), (stored) => stored && { ...stored, ...change });
      updateLists(client, table, row.id, change);
    },
    refresh: (client) => {
      for (const queryKey of [counts, records]) invalidate(client, queryKey);
      client.invalidateQueries({ queryKey: lists, refetchType: 'none' }); // those of one reason
    },
    failure: texts.saveFailed,
  });
  return (row: RejectedRecord, change: Rejection) => save({ row, approved: false, change });
}

async function writeRejection(table: TableName, { id, customer_id }: RejectedRecord, change: Rejection): Promise<void> {
  const data = await readData(
    rows.from(table).update(change).eq('id', id).eq('customer_id', customer_id).is('is_approved', false).select('id'),
  );
  if (data.length === 0) throw new Error(texts.notRejected);
}
