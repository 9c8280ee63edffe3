import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type PageKey, useKeysOfPage } from '@/lib/page-keys.ts';
import type { Swipes } from '@/ui/list/swipe.tsx';
import type { CurrentRow } from '@/ui/list/use-row-focus.ts';
import type { Approvals } from './approvals.ts';
import type { ReviewRow } from './table.ts';

const TRIAGE_KEYS: readonly PageKey[] = [
  { keys: ['J', '↓'], does: 'Go to the next row' },
  { keys: ['K', '↑'], does: 'Go to the previous row' },
  { keys: ['A'], does: 'Approve and go to the next row' },
  { keys: ['R'], does: 'Reject and go to the next row' },
  { keys: ['U'], does: 'Undo the last decision' },
  { keys: ['/'], does: 'Search' },
];

/** The keys of a checkbox, in lists with a selection. */
const SELECTION_KEYS: readonly PageKey[] = [
  { keys: ['↓', '↑'], does: 'Go to the next or previous checkbox' },
  { keys: ['Space'], does: 'Select the row' },
  { keys: ['Shift', '↓'], does: 'Extend the selection' },
  { keys: ['Shift', 'Space'], does: 'Select all rows from the last one' },
  { keys: ['/'], does: 'Search' },
];

/** Reviews a list by single keys and by swiping. `isOn` is false where rows are selected instead. */
export function useTriage<Row extends ReviewRow>(
  rows: readonly Row[],
  { setApproval, undo }: Approvals,
  isOn: boolean,
) {
  const [id, setId] = useState<string | null>(null);
  const at = rows.findIndex((row) => row.id === id);

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row) setId(row.id);
    return row !== undefined;
  };
  const move = (by: number) => () => (at < 0 ? goTo(firstVisibleIndex()) : goTo(at + by));
  const inList = (action: () => boolean) => (event: KeyboardEvent) => isInList(event.target) && action();
  const review = (approved: boolean) => () => {
    const row = rows[at];
    if (!row) return false;
    setApproval(row, approved);
    return goTo(at + 1);
  };
  const undoLast = () => {
    const row = undo();
    if (row) setId(row.id);
    return row !== null;
  };

  useKeysOfPage(
    isOn ? TRIAGE_KEYS : SELECTION_KEYS,
    isOn
      ? {
          j: move(1),
          k: move(-1),
          ArrowDown: inList(move(1)),
          ArrowUp: inList(move(-1)),
          a: review(true),
          r: review(false),
          u: undoLast,
          '/': focusSearch,
        }
      : { '/': focusSearch },
  );

  const current: CurrentRow = { id, onChange: setId };
  const swipes = useMemo(
    (): Swipes<Row> => ({
      right: { label: 'Approve', icon: Check, tone: 'success', run: (row) => setApproval(row, true) },
      left: { label: 'Reject', icon: X, tone: 'danger', run: (row) => setApproval(row, false) },
    }),
    [setApproval],
  );
  return isOn ? { current, swipes } : {};
}

const isInList = (target: EventTarget | null) => target instanceof Element && target.closest('tr[data-index]') !== null;

/** The index of the first row that is not covered by the sticky head. */
function firstVisibleIndex(): number {
  const head = document.querySelector('main thead')?.getBoundingClientRect().bottom ?? 0;
  const row = [...document.querySelectorAll<HTMLElement>('main tr[data-index]')].find(
    (one) => one.getBoundingClientRect().top >= head - 1,
  );
  return Number(row?.dataset.index ?? 0);
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}
