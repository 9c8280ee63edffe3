import { type RefObject, useEffect, useRef } from 'react';

/**
 * The row that keys act on; null if there is none. `isPreset` until the user has chosen one: it takes the focus from the page only. `latestId` differs
 * from `id` after a change that is not rendered yet.
 */
export type CurrentRow = {
  id: string | null;
  latestId: () => string | null;
  isPreset: boolean;
  onChange: (id: string) => void;
};

type RowFocus = {
  body: RefObject<HTMLElement | null>;
  rows: readonly { id: string }[];
  /** The index of the current row, or -1. */
  at: number;
  current: CurrentRow | undefined;
  /** The current row is rendered. */
  isShown: boolean;
};

/** Focuses the row that becomes current, and its neighbour if it is removed. A focus in a panel beside the list stays there. */
export function useRowFocus({ body, rows, at, current, isShown }: RowFocus) {
  const id = current?.id ?? null;
  const lastAt = useRef(at);
  const lastId = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when another row becomes current, not when a row changes its place
  useEffect(() => {
    if (current?.latestId() !== id) return; // a key has moved on: the focus would make this row current again
    const isNew = id !== lastId.current;
    lastId.current = id;
    const hasPageFocus = document.activeElement?.matches('body, main');
    if (at < 0 || !((isNew && !current.isPreset) || hasPageFocus)) return;
    const row = body.current?.querySelector<HTMLElement>(`:scope > [data-index="${at}"]`);
    if (!row || row.contains(document.activeElement)) return;
    if (!row.matches(':hover')) row.scrollIntoView({ block: 'nearest' }); // a row that was clicked stays under the pointer
    if (!document.activeElement?.closest(PANEL)) row.focus({ preventScroll: true });
  }, [id, isShown]);

  useEffect(() => {
    if (at >= 0) lastAt.current = at;
    else if (
      current?.id &&
      current.id === current.latestId() &&
      !current.isPreset &&
      document.activeElement === document.body &&
      !document.querySelector(PANEL)
    ) {
      const neighbour = rows[Math.min(lastAt.current, rows.length - 1)];
      if (neighbour) current.onChange(neighbour.id);
    }
  }, [at, rows, current]);
}

const PANEL = '[data-side-panel]';
