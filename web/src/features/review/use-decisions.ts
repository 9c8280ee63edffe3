import { useCallback, useRef } from 'react';
import { dismissToast, type Toast, toast, toastFailure } from '@/lib/toast.ts';
import { type Reviewed, type ReviewedTable, useSetApproval } from './data.ts';

type Decision = { row: Reviewed; before: boolean | null };

export type Decisions = {
  decide: (row: Reviewed, approved: boolean) => Promise<void>;
  /** Takes the last decision back that has not been taken back yet, and answers its row; null where there is none. */
  undo: () => Reviewed | null;
};

/** Approves or rejects rows and says so, with a way back; word of the next one takes the place of the last, so that toasts never cover the list. `noun` begins what is said, such as 'Lead'. */
export function useDecisions(reviewed: ReviewedTable, noun: string): Decisions {
  const { mutateAsync: setApproval } = useSetApproval(reviewed);
  const made = useRef<Decision[]>([]);
  const told = useRef<number | null>(null);

  const tell = useCallback((content: Toast) => {
    if (told.current !== null) dismissToast(told.current);
    told.current = toast(content);
  }, []);

  const put = useCallback(
    async (row: Reviewed, approved: boolean | null): Promise<boolean> => {
      try {
        await setApproval({ row, approved });
        return true;
      } catch (failure) {
        toastFailure('Error updating approval status', failure);
        return false;
      }
    },
    [setApproval],
  );

  /** The next decision upon the row then stands on what was there before the failed one. */
  const forget = useCallback((failed: Decision) => {
    const at = made.current.indexOf(failed);
    if (at < 0) return;
    made.current.splice(at, 1);
    const next = made.current.slice(at).find(({ row }) => row.id === failed.row.id);
    if (next) next.before = failed.before;
  }, []);

  const takeBack = useCallback(
    async (decision: Decision) => {
      made.current = made.current.filter((one) => one !== decision);
      if (await put(decision.row, decision.before)) tell({ title: 'Decision undone', description: decision.row.name });
    },
    [put, tell],
  );

  const decide = useCallback(
    async (row: Reviewed, approved: boolean) => {
      if (row.is_approved === approved) return;
      const decision = { row, before: row.is_approved };
      made.current.push(decision);
      if (!(await put(row, approved))) return forget(decision);
      tell({
        title: `${noun} ${approved ? 'approved' : 'rejected'}`,
        description: row.name,
        tone: 'success',
        action: { label: 'Undo', onClick: () => takeBack(decision) },
      });
    },
    [forget, noun, put, takeBack, tell],
  );

  const undo = useCallback(() => {
    const last = made.current.at(-1);
    if (!last) return null;
    takeBack(last);
    return last.row;
  }, [takeBack]);

  return { decide, undo };
}
