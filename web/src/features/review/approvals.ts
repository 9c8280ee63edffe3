import type { Query } from '@tanstack/react-query';
import { createContext, useMemo, useRef, useState } from 'react';
import type { Scope } from '@/features/lists/filters.ts';
import { type StoredDecision, saveApproval, undoDecisions } from '@/features/lists/list-data.ts';
import type { ReviewRow, ReviewTable } from '@/features/lists/table.ts';
import { useReadUserName } from '@/features/session/user-names-data.ts';
import { capitalized } from '@/lib/format.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { updateLists } from '@/lib/update-lists.ts';
import { usePendingSaves, useSave } from '@/lib/use-save.ts';
import { texts } from './texts.ts';

/** null is undecided. */
type Approval = boolean | null;

type Change = { row: ReviewRow; before: Approval };

export type Approvals = {
  setApproval: (row: ReviewRow, approved: boolean) => Promise<void>;
  /** Reverts the last change that was not reverted yet. Returns its row, or null if there is none. */
  undo: () => ReviewRow | null;
  canUndo: () => boolean;
};

/** The approvals of the list around a row. */
export const ApprovalsContext = createContext<Approvals | null>(null);

/** Approves and rejects rows, with undo. `lastRejected` is the row of the last decision if that rejected it, a new object for each decision. */
export function useApprovals({ name, noun }: ReviewTable): { approvals: Approvals; lastRejected: ReviewRow | null } {
  const { save } = useSaveApproval(name, capitalized(noun.one));
  const history = useRef<Change[]>([]);
  const [lastRejected, setLastRejected] = useState<ReviewRow | null>(null);

  const approvals = useMemo((): Approvals => {
    /** Removes a failed change. The next change of the row then reverts to the value before the failed one. */
    const rollback = (failed: Change) => {
      const at = history.current.indexOf(failed);
      if (at < 0) return;
      history.current.splice(at, 1);
      const next = history.current.slice(at).find(({ row }) => row.id === failed.row.id);
      if (next) next.before = failed.before;
    };

    const revert = (change: Change) => {
      setLastRejected(null);
      history.current = history.current.filter((one) => one !== change);
      save({ kind: 'undo', row: change.row, approved: change.before });
    };

    const self: Approvals = {
      setApproval: async (row, approved) => {
        const { is_approved: before } = row;
        if (before === approved) return;
        const change = { row, before };
        history.current.push(change);
        const rejected = approved ? null : { ...row, is_approved: false };
        setLastRejected(rejected);
        const saved = await save({
          kind: 'decision',
          row,
          approved,
          from: before,
          onUndo: () => revert(change),
          onAnyway: (stored) => self.setApproval({ ...row, is_approved: stored }, approved),
        });
        if (saved && !saved.result.other) return;
        rollback(change);
        setLastRejected((last) => (last === rejected ? null : last));
      },
      undo: () => {
        const last = history.current.at(-1);
        if (!last) return null;
        revert(last);
        return last.row;
      },
      canUndo: () => history.current.length > 0,
    };
    return self;
  }, [save]);
  return { approvals, lastRejected };
}

type SavedApproval = { row: ReviewRow; approved: Approval } & (
  | {
      kind: 'decision';
      from: Approval;
      onUndo: () => void;
      /** Overwrites the decision that another user made first. */
      onAnyway: (stored: Approval) => void;
    }
  | { kind: 'undo' }
);

const saveScopeOf = (table: TableName) => listKeys(table).approvalScope;

/** Returns the decision that the row has then: that of another user who decided first is not overwritten. */
async function write(table: TableName, change: SavedApproval): Promise<StoredDecision> {
  const { row, approved } = change;
  if (change.kind === 'decision') return saveApproval(table, row, approved, { onlyUndecided: change.from === null });
  const restored = await undoDecisions(table, [row.id]);
  if (restored.length === 0) throw new Error(texts.changedSince);
  return { approved };
}

/** Saves approvals one after another, so that the last one wins. `label` starts the toasts, such as 'Lead'. */
function useSaveApproval(table: TableName, label: string) {
  const { lists, counts, record, records } = listKeys(table);
  const readUserName = useReadUserName();
  return useSave<SavedApproval, StoredDecision & { who?: string | undefined }>({
    scope: saveScopeOf(table),
    write: async (change) => {
      const stored = await write(table, change);
      return stored.other
        ? { ...stored, who: await readUserName(change.row.customer_id, stored.other.userId) }
        : stored;
    },
    apply: async (client, { row: { id } }, { approved }) => {
      await client.cancelQueries({ queryKey: lists, predicate: isNotNextPage }); // their responses may be from before the change
      const change = { is_approved: approved, ...(approved === false ? {} : { rejection_reason_id: null }) };
      const update = () => updateLists(client, table, id, change);
      client.removeQueries({ queryKey: lists, type: 'inactive', predicate: isOfStatus });
      update();
      const loading = client.getQueryCache().findAll({ queryKey: lists, fetchStatus: 'fetching' });
      for (const { promise } of loading) promise?.then(update, () => {}); // adds its page to the pages from before the update
      client.setQueryData<ReviewRow>(record(id), (row) => row && { ...row, is_approved: approved });
    },
    refresh: (client, hasFailed) => {
      invalidate(client, counts);
      invalidate(client, records);
      if (hasFailed) invalidate(client, lists);
      else client.refetchQueries({ queryKey: lists, type: 'active', predicate: ({ state }) => !state.data }); // cancelled above
    },
    success: (stored, change) => {
      const description = change.row.name;
      if (change.kind === 'undo') return { title: texts.decisionUndone, description };
      const { approved, onUndo, onAnyway } = change;
      if (!stored.other) {
        const action = { label: commonTexts.undo, onClick: onUndo, undoes: table };
        return { title: texts.decided(label, approved), description, action };
      }
      const action = { label: texts.anyway(approved), onClick: () => onAnyway(stored.approved) };
      const title = texts.decidedByOther(label, stored.approved, stored.who);
      toast({ title, description, ...(stored.approved !== approved && { action }) }); // the next decision must not dismiss it
      return null;
    },
    failure: ({ kind }) => (kind === 'decision' ? texts.decisionFailed : texts.undoFailed),
  });
}

/** A next page has none of the rows that are shown, so it can be loaded while one of them changes. */
const isNotNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore?.direction !== 'forward';

/** The lists of one status lack a row that gets this status. */
const isOfStatus = ({ queryKey: [, , scope] }: Query) => (scope as Scope).status !== null;

/** The changes that are being saved, the oldest first. */
export const usePendingApprovals = (table: TableName) => usePendingSaves<SavedApproval>(saveScopeOf(table));

/** Rows with the approvals that are being saved. The cache itself has only what the server confirmed. */
export function useWithPendingApprovals<Row extends ReviewRow>(table: TableName, stored: Row[]): Row[] {
  const pending = usePendingApprovals(table);
  if (pending.length === 0) return stored;
  const approvals = new Map(pending.map(({ row, approved }) => [row.id, approved]));
  return stored.map((row) => {
    const approved = approvals.get(row.id);
    return approved === undefined ? row : { ...row, is_approved: approved };
  });
}
