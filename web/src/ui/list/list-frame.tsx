import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ColumnLayout, columnWidths } from './columns.ts';

/** The least widths, in rem, of an own column: two share the height of a row (`stacked`), or each has a place of its own. */
const [LEAST_STACKED, LEAST_BESIDE, GAP] = [3.25, 6, 0.75];

/** The least widths of a list, in rem. Their names are the values of `data-list`, which the variants `list-*` of styles.css read. */
function leastWidths(columns: readonly ColumnLayout[]) {
  const own = columns.filter(({ shownFrom }) => shownFrom === 'own').length;
  const others = columns.reduce((sum, { least }) => sum + (least ? least + GAP : 0), GAP); // with the padding
  return {
    middle: own === 0 ? 42 : others + (LEAST_STACKED + GAP) * Math.ceil(own / 2),
    beside: own === 0 ? 0 : others + (LEAST_BESIDE + GAP) * own,
    wide: 56 + 7 * own,
    widest: 68 + 7 * own,
  };
}

/** The width beside a list that fills the page, in rem: the open sidebar and the page's padding. */
const BESIDE = 16 + 2 * 1.5;

/** The width, in rem, of the list that was measured last: a list that replaces its skeleton has the same one. If it is wrong, all rows are styled twice. */
let lastMeasured: number | undefined;

type IsReached = (least: number) => boolean;

const valueFor = (columns: readonly ColumnLayout[], isReached: IsReached) =>
  Object.entries(leastWidths(columns))
    .filter(([, least]) => isReached(least))
    .map(([name]) => name)
    .join(' ');

/** Whether a list that fills the page has a width, from the window alone: the styles of a page that is being built are not computed for it. */
const isUsual: IsReached = (least) => matchMedia(`(width >= ${least + BESIDE}rem)`).matches;

const isWithin =
  (width: number): IsReached =>
  (least) =>
    width >= least;

/** The box around a list. Its variants are an attribute, because container queries would be evaluated for each element of each row. */
export function ListFrame({ columns, ...props }: ComponentProps<'div'> & { columns: readonly ColumnLayout[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [initial] = useState(() => valueFor(columns, lastMeasured ? isWithin(lastMeasured) : isUsual));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { width } = element.getBoundingClientRect();
      lastMeasured = width / rem;
      const value = valueFor(columns, isWithin(lastMeasured));
      if (element.dataset.list !== value) element.dataset.list = value;
    };
    const frame = requestAnimationFrame(measure); // before the paint, but not in the same task as rendering
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [columns]);
  const widths = useMemo(() => columnWidths(columns), [columns]);
  return <div {...props} ref={box} data-list={initial} style={widths} />;
}
