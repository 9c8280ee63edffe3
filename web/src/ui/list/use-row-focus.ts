import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The row upon which keys act; null while there is none. */
export type CurrentRow = { id: string | null; onChange: (id: string) => void };

type RowFocus = {
  body: RefObject<HTMLElement | null>;
  rows: readonly { id: string }[];
  /** Where the current row stands; -1 where there is none. */
  at: number;
  current: CurrentRow | undefined;
  scrollTo: (index: number) => void;
};

/** Moves the focus to the row that has become current, and to its neighbour where the row that had it is gone. */
export function useRowFocus({ body, rows, at, current, scrollTo }: RowFocus) {
  const id = current?.id ?? null;
  const lastAt = useRef(at);
  const scroll = useEffectEvent(scrollTo);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another current row moves the focus, not a row that changes place
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
