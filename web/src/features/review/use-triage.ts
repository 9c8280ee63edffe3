import { Check, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type PageKey, useKeysOfPage } from '@/lib/page-keys.ts';
import type { Swipes } from '@/ui/list/swipe.tsx';
import type { CurrentRow } from '@/ui/list/use-row-focus.ts';
import type { Reviewed } from './data.ts';
import type { Decisions } from './use-decisions.ts';

const KEYS: readonly PageKey[] = [
  { keys: ['J', '↓'], does: 'Go to the next row' },
  { keys: ['K', '↑'], does: 'Go to the row before' },
  { keys: ['A'], does: 'Approve, and go on' },
  { keys: ['R'], does: 'Reject, and go on' },
  { keys: ['U'], does: 'Undo the last decision' },
  { keys: ['/'], does: 'Search' },
];

/** In a list whose rows are selected instead, at the box of a row. */
const KEYS_OF_SELECTING: readonly PageKey[] = [
  { keys: ['↓', '↑'], does: 'Go to the next box' },
  { keys: ['Space'], does: 'Select the row' },
  { keys: ['Shift', '↓'], does: 'Select on the way' },
  { keys: ['Shift', 'Space'], does: 'Select all from the last one' },
  { keys: ['/'], does: 'Search' },
];

/** Going through a list by single keys or by swiping: what is current, and what a key or a drag does to it. */
export function useTriage<Row extends Reviewed>(rows: readonly Row[], { decide, undo }: Decisions, isOn: boolean) {
  const [id, setId] = useState<string | null>(null);
  const at = rows.findIndex((row) => row.id === id);

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row) setId(row.id);
    return row !== undefined;
  };
  const step = (by: number) => () => (at < 0 ? goTo(firstInSight()) : goTo(at + by));
  const within = (action: () => boolean) => (event: KeyboardEvent) => isInList(event.target) && action();
  const put = (approved: boolean) => () => {
    const row = rows[at];
    if (!row) return false;
    decide(row, approved);
    return goTo(at + 1);
  };
  const back = () => {
    const row = undo();
    if (row) setId(row.id);
    return row !== null;
  };

  useKeysOfPage(
    isOn ? KEYS : KEYS_OF_SELECTING,
    isOn
      ? {
          j: step(1),
          k: step(-1),
          ArrowDown: within(step(1)),
          ArrowUp: within(step(-1)),
          a: put(true),
          r: put(false),
          u: back,
          '/': focusSearch,
        }
      : { '/': focusSearch },
  );

  const current: CurrentRow = { id, onChange: setId };
  const swipes = useMemo(
    (): Swipes<Row> => ({
      right: { label: 'Approve', icon: Check, tone: 'success', run: (row) => decide(row, true) },
      left: { label: 'Reject', icon: X, tone: 'danger', run: (row) => decide(row, false) },
    }),
    [decide],
  );
  return isOn ? { current, swipes } : {};
}

const isInList = (target: EventTarget | null) => target instanceof Element && target.closest('tr[data-index]') !== null;

/** The place of the first row that is not hidden beneath the head of its list. */
function firstInSight(): number {
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
