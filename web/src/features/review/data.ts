import { type InfiniteData, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/keyset.ts';
import { rows } from '../../lib/rows.ts';

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

/** Sets a row's approval: shown at once, taken back where it fails. One after another, so that the last press wins; what counts them is read once, after the last. */
export function useSetApproval({ table, lists, refresh }: ReviewedTable) {
  const client = useQueryClient();
  const mutationKey = ['approval', table];
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
    onMutate: async ({ row: { id }, approved }) => {
      await client.cancelQueries({ queryKey: lists });
      return { before: putApproval(client, lists, id, approved) };
    },
    onError: (_error, { row: { id } }, shown) => {
      if (shown?.before !== undefined) putApproval(client, lists, id, shown.before);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) > 1) return;
      refresh(client);
      client.refetchQueries({ queryKey: lists, type: 'active', predicate: ({ state }) => state.data === undefined }); // stopped above
    },
  });
}

type Listed = { id: string; is_approved: boolean | null };

/** Writes a row's approval into every list that shows it and answers what stood there before. */
function putApproval(client: QueryClient, lists: QueryKey, id: string, approved: boolean | null) {
  let before: boolean | null | undefined;
  const put = (row: Listed): Listed => {
    if (row.id !== id) return row;
    before = row.is_approved;
    return { ...row, is_approved: approved };
  };
  client.setQueriesData<InfiniteData<Page<Listed>>>(
    { queryKey: lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(put) })) },
  );
  return before;
}
