import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { createContext, useMemo, useRef } from 'react';
import { capitalized } from '@/lib/format.ts';
import type { Page } from '@/lib/keyset.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { usePendingSaves, useSave } from '@/lib/use-save.ts';
import { saveApproval } from './list-data.ts';

import type { ReviewRow, ReviewTable } from './table.ts';

/** null is pending. */
type Approval = boolean | null;

type Change = { row: ReviewRow; before: Approval };

export type Approvals = {
  setApproval: (row: ReviewRow, approved: boolean) => Promise<void>;
  /** Reverts the last change that was not reverted yet. Returns its row, or null if there is none. */
  undo: () => ReviewRow | null;
};

/** The approvals of the list around a row. */
export const ApprovalsContext = createContext<Approvals | null>(null);

/** Approves and rejects rows, with undo. */
export function useApprovals({ name, noun }: ReviewTable): Approvals {
  const { save } = useSaveApproval(name, capitalized(noun.one));
  const history = useRef<Change[]>([]);

  return useMemo(() => {
    /** Removes a failed change. The next change of the row then reverts to the value before the failed one. */
    const rollback = (failed: Change) => {
      const at = history.current.indexOf(failed);
      if (at < 0) return;
      history.current.splice(at, 1);
      const next = history.current.slice(at).find(({ row }) => row.id === failed.row.id);
      if (next) next.before = failed.before;
    };

    const revert = (change: Change) => {
      history.current = history.current.filter((one) => one !== change);
      save({ row: change.row, approved: change.before });
    };

    return {
      setApproval: async (row, approved) => {
        if (row.is_approved === approved) return;
        const change = { row, before: row.is_approved };
        history.current.push(change);
        if (!(await save({ row, approved, onUndo: () => revert(change) }))) rollback(change);
      },
      undo: () => {
        const last = history.current.at(-1);
        if (!last) return null;
        revert(last);
        return last.row;
      },
    };
  }, [save]);
}

/** `onUndo` is missing where the save itself is an undo. */
type SavedApproval = { row: ReviewRow; approved: Approval; onUndo?: () => void };

const saveScopeOf = (table: TableName) => `approval of ${table}`;

/** Saves approvals one after another, so that the last one wins. `label` starts the toasts, such as 'Lead'. */
function useSaveApproval(table: TableName, label: string) {
  const { lists, counts } = listKeys(table);
  return useSave<SavedApproval, void>({
    scope: saveScopeOf(table),
    write: ({ row, approved }) => saveApproval(table, row, approved),
    apply: async (client, { row: { id }, approved }) => {
      await client.cancelQueries({ queryKey: lists }); // their responses may be from before the change
      updateLists(client, table, (row) => (row.id === id ? { ...row, is_approved: approved } : row));
    },
    refresh: (client, hasFailed) => {
      invalidate(client, counts);
      if (hasFailed) invalidate(client, lists);
      else client.refetchQueries({ queryKey: lists, type: 'active', predicate: ({ state }) => !state.data }); // cancelled above
    },
    success: (_result, { row, approved, onUndo }) =>
      onUndo
        ? {
            title: `${label} ${approved ? 'approved' : 'rejected'}`,
            description: row.name,
            action: { label: 'Undo', onClick: onUndo },
          }
        : { title: 'Decision undone', description: row.name },
    failure: 'Error updating approval status',
  });
}

function updateLists(client: QueryClient, table: TableName, update: (row: ReviewRow) => ReviewRow) {
  client.setQueriesData<InfiniteData<Page<ReviewRow>>>(
    { queryKey: listKeys(table).lists },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(update) })) },
  );
}

/** Rows with the approvals that are being saved. The cache itself has only what the server confirmed. */
export function useWithPendingApprovals<Row extends ReviewRow>(table: TableName, stored: Row[]): Row[] {
  const pending = usePendingSaves<SavedApproval>(saveScopeOf(table));
  if (pending.length === 0) return stored;
  const approvals = new Map(pending.map(({ row, approved }) => [row.id, approved]));
  return stored.map((row) => {
    const approved = approvals.get(row.id);
    return approved === undefined ? row : { ...row, is_approved: approved };
  });
}
