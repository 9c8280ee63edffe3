import { useLayoutEffect } from 'react';

/** Parts that a page may have, and that move or hide something elsewhere on it. */
type PageMark =
  | 'banner'
  | 'dialog'
  | 'panel-space'
  | 'reasons'
  | 'selection-bar'
  | 'side-panel'
  | 'sidebar-collapsed'
  | 'sidebar-open';

/** How many components have each mark. */
const counts = new Map<PageMark, number>();

/**
 * Marks the page while a component is mounted: the variant `in-data-has-dialog` styles an element of a page with a dialog. Instead of `:has()` on an
 * ancestor of the whole page, which the browser evaluates again for whatever is inserted: twice the time for the styles of a list.
 */
export function usePageMark(mark: PageMark | null): void {
  useLayoutEffect(() => {
    if (!mark) return;
    const change = (by: number) => {
      const count = (counts.get(mark) ?? 0) + by;
      counts.set(mark, count);
      document.documentElement.toggleAttribute(`data-has-${mark}`, count > 0);
    };
    change(1);
    return () => change(-1);
  }, [mark]);
}

/** Marks the page while it is rendered. */
export function PageMark({ name }: { name: PageMark }) {
  usePageMark(name);
  return null;
}
