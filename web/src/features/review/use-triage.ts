import { Check, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { rowStatus, type Status } from '@/features/lists/status.ts';
import type { ReviewRow } from '@/features/lists/table.ts';
import { type PageKey, useKeysOfPage } from '@/lib/page-keys.ts';
import type { Swipes } from '@/ui/list/swipe.tsx';
import type { CurrentRow } from '@/ui/list/use-row-focus.ts';
import { confirmDiscardingNote, type Decisions } from './decisions.ts';
import { texts } from './texts.ts';

const MOVE_KEYS: readonly PageKey[] = [
  { keys: ['J', '↓'], does: texts.keys.next },
  { keys: ['K', '↑'], does: texts.keys.previous },
];

const DECISION_KEYS: readonly PageKey[] = [
  { keys: ['A'], does: texts.keys.approve },
  { keys: ['R'], does: texts.keys.reject },
  { keys: ['1–9'], does: texts.keys.reason },
  { keys: ['N'], does: texts.keys.note },
  { keys: ['U'], does: texts.keys.undo },
];

const OPEN_KEYS: readonly PageKey[] = [
  { keys: ['Enter'], does: texts.keys.open },
  { keys: ['/'], does: texts.keys.search },
];

const TRIAGE_KEYS = [...MOVE_KEYS, ...DECISION_KEYS, ...OPEN_KEYS];
const VIEWER_KEYS = [...MOVE_KEYS, ...OPEN_KEYS];

/** The keys of a checkbox, in lists with a selection. */
const SELECTION_KEYS: readonly PageKey[] = [
  { keys: ['↓', '↑'], does: texts.keys.moveCheckbox },
  { keys: ['Space'], does: texts.keys.select },
  { keys: ['Shift', '↓'], does: texts.keys.extend },
  { keys: ['Shift', 'Space'], does: texts.keys.selectRange },
  { keys: ['/'], does: texts.keys.search },
];

export type Triage<Row extends ReviewRow> = {
  rows: readonly Row[];
  mayDecide: (row: Row) => boolean;
  /** The status of the listed rows; null where it is any. Other rows leave the list once they are not current. */
  status: Status | null;
  /** The current row, what it is by the time of a key, whether the list has chosen it, and its setter. */
  id: string | null;
  latestId: () => string | null;
  isPreset: boolean;
  setId: (id: string | null) => void;
  decisions: Decisions;
  /** There are rows after those listed, which are loading or will be. */
  hasMore: boolean;
  /** False where rows are selected instead. */
  isOn: boolean;
};

/** Reviews a list by single keys and by swiping. */
export function useTriage<Row extends ReviewRow>(triage: Triage<Row>) {
  const { rows, mayDecide, status, id, latestId, isPreset, setId, decisions, hasMore, isOn } = triage;
  const { decide, undo } = decisions;
  const decidesSome = useMemo(() => rows.length === 0 || rows.some(mayDecide), [rows, mayDecide]);
  const at = rows.findIndex((row) => row.id === id);
  /** The id of a decided row whose next row is still loading. */
  const waiting = useRef<string | null>(null);

  useEffect(() => {
    if (waiting.current !== latestId()) waiting.current = null;
    const next = rows[at + 1];
    if (waiting.current === null || (!next && hasMore)) return;
    waiting.current = null;
    if (next) setId(next.id);
    else if (rowStatus(rows[at]?.is_approved ?? null) !== status && status !== null) setId(rows[at - 1]?.id ?? null);
  }, [rows, at, latestId, hasMore, status, setId]);

  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (row) setId(row.id);
    return row !== undefined;
  };
  const latestAt = () => rows.findIndex((row) => row.id === latestId());
  const move = (by: number) => () => goTo(latestAt() < 0 ? firstVisibleIndex() : latestAt() + by);
  const inList = (action: () => boolean) => (event: KeyboardEvent) => isInList(event.target) && action();
  const review = (approved: boolean) => (event: KeyboardEvent) => {
    const at = latestAt();
    const row = rows[at];
    if (event.repeat) return false; // a key that is held down decides once
    if (!row) return latestId() === null && goTo(firstVisibleIndex()); // shows first which row it would decide
    if (!mayDecide(row)) return false;
    const isLast = at === rows.length - 1 && hasMore;
    if (isLast && waiting.current === row.id) return true; // meant for the row that is loading
    confirmDiscardingNote(() => {
      decide(row, approved);
      if (isLast) {
        waiting.current = row.id;
        return;
      }
      const leaves = status !== null && rowStatus(approved) !== status;
      const next = rows[at + 1] ?? (leaves ? rows[at - 1] : row);
      setId(next?.id ?? null);
    });
    return true;
  };
  useKeysOfPage(
    isOn ? (decidesSome ? TRIAGE_KEYS : VIEWER_KEYS) : SELECTION_KEYS,
    isOn
      ? {
          j: move(1),
          k: move(-1),
          ArrowDown: inList(move(1)),
          ArrowUp: inList(move(-1)),
          ...(decidesSome && {
            a: review(true),
            r: review(false),
            u: (event: KeyboardEvent) => !event.repeat && undo(),
          }),
          '/': focusSearch,
        }
      : { '/': focusSearch },
  );

  const current = useMemo(
    (): CurrentRow => ({ id, latestId, isPreset, onChange: setId }),
    [id, latestId, isPreset, setId],
  );
  const swipes = useMemo(
    (): Swipes<Row> => ({
      right: {
        label: texts.approve,
        icon: Check,
        tone: 'success',
        run: (row) => mayDecide(row) && confirmDiscardingNote(() => decide(row, true)),
      },
      left: {
        label: texts.reject,
        icon: X,
        tone: 'danger',
        run: (row) => mayDecide(row) && confirmDiscardingNote(() => decide(row, false)),
      },
    }),
    [decide, mayDecide],
  );
  return { current: isOn ? current : undefined, swipes: isOn && decidesSome ? swipes : undefined };
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
