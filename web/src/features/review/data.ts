import {
  type InfiniteData,
  type Mutation,
  type QueryClient,
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Page } from '@/lib/keyset.ts';
import { invalidate } from '@/lib/query-client.ts';
import { rows } from '@/lib/rows.ts';

/** What can be approved or rejected; null is not decided yet. */
export type Reviewed = { id: string; customer_id: string; name: string; is_approved: boolean | null };

/** A table under review, and what the screens hold of it. */
export type ReviewedTable = {
  table: 'leads' | 'companies';
  /** The key of every list that shows its rows. */
  lists: QueryKey;
  /** Has what counts the approvals read anew. */
  refresh: (client: QueryClient) => Promise<void>;
};

type Approval = { row: Pick<Reviewed, 'id' | 'customer_id'>; approved: boolean | null };

const approvalKey = (table: ReviewedTable['table']) => ['approval', table];

/** Sets a row's approval. One after another, so that the last press wins; what counts them is read once, after the last, and after a failure, whose answer may have been lost on its way, the lists as well. */
export function useSetApproval({ table, lists, refresh }: ReviewedTable) {
  const client = useQueryClient();
  const mutationKey = approvalKey(table);
  const isDoubted = useRef(false);
  return useMutation({
    mutationKey,
    scope: { id: `approval of ${table}` },
    mutationFn: async ({ row: { id, customer_id }, approved }: Approval) => {
      await rows
        .from(table)
        .update({ is_approved: approved })
        .eq('id', id)
        .eq('customer_id', customer_id)
        .select('id')
        .single()
        .throwOnError();
    },
    onSuccess: async (_nothing, { row: { id }, approved }) => {
      await client.cancelQueries({ queryKey: lists }); // what they answer may be from before
      putApproval(client, lists, id, approved);
    },
    onError: () => {
      isDoubted.current = true;
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      refresh(client);
      if (isDoubted.current) invalidate(client, lists);
      else
        client.refetchQueries({ queryKey: lists, type: 'active', predicate: ({ state }) => state.data === undefined }); // stopped above
      isDoubted.current = false;
    },
  });
}

/** Rows as they are to be shown: with what is on its way to be decided upon them, the last press before the others. What lists hold is only what the server has. */
export function useDecided<Row extends Reviewed>({ table }: ReviewedTable, read: Row[]): Row[] {
  const pending = useMutationState({
    filters: { mutationKey: approvalKey(table), status: 'pending' },
    select: ({ state }: Mutation<void, Error, Approval>) => state.variables,
  });
  const decided = new Map(pending.flatMap((one) => (one ? [[one.row.id, one.approved]] : [])));
  if (decided.size === 0) return read;
  return read.map((row) => {
    const approved = decided.get(row.id);
    return approved === undefined ? row : { ...row, is_approved: approved };
  });
}

/** Writes a row's approval into every list that shows it. */
function putApproval(client: QueryClient, lists: QueryKey, id: string, approved: boolean | null) {
  const put = (row: Reviewed) => (row.id === id ? { ...row, is_approved: approved } : row);
  client.setQueriesData<InfiniteData<Page<Reviewed>>>(
    { queryKey: lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(put) })) },
  );
}
