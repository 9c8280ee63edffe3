import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The row that keys act on; null if there is none. */
export type CurrentRow = { id: string | null; onChange: (id: string) => void };

type RowFocus = {
  body: RefObject<HTMLElement | null>;
  rows: readonly { id: string }[];
  /** The index of the current row, or -1. */
  at: number;
  current: CurrentRow | undefined;
  scrollTo: (index: number) => void;
};

/** Focuses the row that becomes current, and its neighbour if it is removed. */
export function useRowFocus({ body, rows, at, current, scrollTo }: RowFocus) {
  const id = current?.id ?? null;
  const lastAt = useRef(at);
  const scroll = useEffectEvent(scrollTo);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when another row becomes current, not when a row changes its place
  useEffect(() => {
    if (at < 0) return;
    const row = body.current?.querySelector<HTMLElement>(`:scope > [data-index="${at}"]`);
    if (!row || row.contains(document.activeElement)) return;
    scroll(at);
    row.focus({ preventScroll: true });
  }, [id]);

  useEffect(() => {
    if (at >= 0) lastAt.current = at;
    else if (current?.id && document.activeElement === document.body) {
      const neighbour = rows[Math.min(lastAt.current, rows.length - 1)];
      if (neighbour) current.onChange(neighbour.id);
    }
  }, [at, rows, current]);
}
