import type { Query } from '@tanstack/react-query';
import { createContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '@/features/lists/filters.ts';
import type { ReviewRow, ReviewTable } from '@/features/lists/table.ts';
import { useReadUserName } from '@/features/session/user-names-data.ts';
import { capitalized } from '@/lib/format.ts';
import { leaveForms } from '@/lib/leave-guard.ts';
import { listKeys, type TableName, updateLists } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { usePendingSaves, useSave } from '@/lib/use-save.ts';
import { type Decision, type StoredDecision, saveDecision } from './decision-data.ts';
import { texts } from './texts.ts';

type ShownChange = { row: ReviewRow; before: boolean | null };

export type Decisions = {
  decide: (row: ReviewRow, approved: boolean) => Promise<void>;
  /** Reverts the last change that was not reverted yet, and makes its row current. Returns false if there is none. */
  undo: () => boolean;
  canUndo: () => boolean;
  /** Makes a row current. */
  setCurrent: (id: string) => void;
};

/** The decisions of the list around a row. */
export const DecisionsContext = createContext<Decisions | null>(null);

/** The number of forms on the page that write a note. */
let open = 0;

const isNoteOpen = () => open > 0;

/** Counts the form of a note while it is on the page. */
export function useOpenNote() {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
    };
  }, []);
}

/** Calls back, after the user has confirmed to discard a note if one is being written: a decision removes its form. */
export const confirmDiscardingNote = (proceed: () => void) => (isNoteOpen() ? leaveForms(proceed) : proceed());

/** Approves and rejects rows, with undo. `lastRejected` is the row of the last decision if that rejected it, a new object for each decision. */
export function useDecisions({ name, noun }: ReviewTable, setCurrent: (id: string) => void) {
  const label = capitalized(noun.one);
  const save = useSaveDecision(name, label);
  const readUserName = useReadUserName();
  const history = useRef<ShownChange[]>([]);
  const [lastRejected, setLastRejected] = useState<ReviewRow | null>(null);

  const decisions = useMemo((): Decisions => {
    /** Removes a failed change. The next change of the row then reverts to the value before the failed one. */
    const rollback = (failed: ShownChange) => {
      const at = history.current.indexOf(failed);
      if (at < 0) return;
      history.current.splice(at, 1);
      const next = history.current.slice(at).find(({ row }) => row.id === failed.row.id);
      if (next) next.before = failed.before;
    };

    const revert = (change: ShownChange) => {
      setLastRejected(null);
      history.current = history.current.filter((one) => one !== change);
      save({ table: name, row: change.row, approved: change.before, from: 'undone' });
    };

    /** Shows that another user decided first, and offers to decide anyway. */
    const showOther = async (row: ReviewRow, wanted: boolean, { approved, other }: StoredDecision) => {
      const who = await readUserName(row.customer_id, other?.userId ?? null);
      const decideAnyway = () => self.decide({ ...row, is_approved: approved }, wanted);
      toast({
        title: texts.decidedByOther(label, approved, who),
        description: row.name,
        ...(approved !== wanted && { action: { label: texts.anyway(wanted), onClick: decideAnyway } }),
      });
    };

    const self: Decisions = {
      decide: async (row, approved) => {
        const { is_approved: before } = row;
        const isRepeated = before === approved;
        if (isRepeated && !row.decided_values) return;
        const change = { row, before };
        if (!isRepeated) history.current.push(change);
        const rejected = approved ? null : { ...row, is_approved: false };
        const saving = save({
          table: name,
          row,
          approved,
          from: before,
          onUndo: () => confirmDiscardingNote(() => revert(change)),
          isRepeated,
        });
        setLastRejected(rejected);
        const saved = await saving;
        if (saved && !saved.result.other) return;
        rollback(change);
        setLastRejected((last) => (last === rejected ? null : last));
        if (saved) await showOther(row, approved, saved.result);
      },
      undo: () => {
        const last = history.current.at(-1);
        if (!last) return false;
        confirmDiscardingNote(() => {
          revert(last);
          setCurrent(last.row.id);
        });
        return true;
      },
      canUndo: () => history.current.length > 0,
      setCurrent,
    };
    return self;
  }, [name, label, save, readUserName, setCurrent]);
  return { decisions, lastRejected };
}

type SavedDecision = Decision & { onUndo?: () => void; isRepeated?: boolean };

/** Saves decisions one after another, so that the last one wins. `label` starts the toasts, such as 'Lead'. */
function useSaveDecision(table: TableName, label: string) {
  const { lists, counts, record, records, decisionScope } = listKeys(table);
  return useSave<SavedDecision, StoredDecision>({
    scope: decisionScope,
    write: saveDecision,
    apply: async (client, { row: { id } }, { approved }) => {
      await client.cancelQueries({ queryKey: lists, predicate: isNotNextPage }); // their responses may be from before the change
      const change = {
        is_approved: approved,
        decided_values: null,
        ...(approved === false ? {} : { rejection_reason_id: null }),
      };
      const update = () => updateLists(client, table, id, change);
      client.removeQueries({ queryKey: lists, type: 'inactive', predicate: isOfStatus });
      update();
      const loading = client.getQueryCache().findAll({ queryKey: lists, fetchStatus: 'fetching' });
      for (const { promise } of loading) promise?.then(update, () => {}); // adds its page to the pages from before the update
      client.setQueryData<ReviewRow>(
        record(id),
        (row) => row && { ...row, is_approved: approved, decided_values: null },
      );
    },
    refresh: (client, hasFailed) => {
      invalidate(client, counts);
      invalidate(client, records);
      if (hasFailed) invalidate(client, lists);
      else client.refetchQueries({ queryKey: lists, type: 'active', predicate: ({ state }) => !state.data }); // cancelled above
    },
    success: ({ other }, { row: { name: description }, approved, onUndo, isRepeated }) => {
      if (!onUndo) return { title: texts.decisionUndone, description };
      if (other) return null; // its own toast must not be dismissed by the next decision
      const action = { label: commonTexts.undo, onClick: onUndo, undoes: table };
      return { title: texts.decided(label, approved), description, ...(!isRepeated && { action }) };
    },
    failure: ({ onUndo }) => (onUndo ? texts.decisionFailed : texts.undoFailed),
  }).save;
}

/** A next page has none of the rows that are shown, so it can be loaded while one of them changes. */
const isNotNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore?.direction !== 'forward';

/** The lists of one status lack a row that gets this status. */
const isOfStatus = ({ queryKey: [, , scope] }: Query) => (scope as Scope).status !== null;

/** The changes that are being saved, the oldest first. */
export const usePendingDecisions = (table: TableName) => usePendingSaves<SavedDecision>(listKeys(table).decisionScope);

/** Rows with the decisions that are being saved. The cache itself has only what the server confirmed. The rows without a change stay the same objects. */
export function useWithPendingDecisions<Row extends ReviewRow>(
  table: TableName,
  stored: readonly Row[],
): readonly Row[] {
  const pending = usePendingDecisions(table);
  return useMemo(() => {
    const decisions = new Map(pending.map(({ row, approved }) => [row.id, approved]));
    const isChanged = ({ id, is_approved }: Row) => decisions.has(id) && decisions.get(id) !== is_approved;
    if (!stored.some(isChanged)) return stored;
    return stored.map((row) => (isChanged(row) ? { ...row, is_approved: decisions.get(row.id) ?? null } : row));
  }, [stored, pending]);
}
