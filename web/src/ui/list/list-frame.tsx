import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ColumnLayout, columnWidths } from './columns.ts';

/** The least widths, in rem, beside this number of the user's own columns. Their names are the values of `data-list`, which the variants `list-*` of styles.css read. */
const widthsFor = (own: number) => ({
  middle: 42 + 5 * Math.max(0, own - 4),
  wide: 56 + 7 * own,
  widest: 68 + 7 * own,
});

/** The width beside a list that fills the page, in rem: the open sidebar and the page's padding. */
const BESIDE = 16 + 2 * 1.5;

/** The width, in rem, of the list that was measured last: a list that replaces its skeleton has the same one. If it is wrong, all rows are styled twice. */
let lastMeasured: number | undefined;

const valueFor = (own: number, isReached: (least: number) => boolean) =>
  Object.entries(widthsFor(own))
    .filter(([, least]) => isReached(least))
    .map(([name]) => name)
    .join(' ');

/** The value of a list that fills the page, from the window alone: the styles of a page that is being built are not computed for it. */
const usualValue = (own: number) => valueFor(own, (least) => matchMedia(`(width >= ${least + BESIDE}rem)`).matches);

const valueAt = (own: number, width: number) => valueFor(own, (least) => width >= least);

/** The box around a list. Its variants are an attribute, because container queries would be evaluated for each element of each row. */
export function ListFrame({ columns, ...props }: ComponentProps<'div'> & { columns: readonly ColumnLayout[] }) {
  const box = useRef<HTMLDivElement>(null);
  const own = columns.filter(({ isOwn }) => isOwn).length;
  const [initial] = useState(() => (lastMeasured ? valueAt(own, lastMeasured) : usualValue(own)));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { width } = element.getBoundingClientRect();
      lastMeasured = width / rem;
      const value = valueAt(own, lastMeasured);
      if (element.dataset.list !== value) element.dataset.list = value;
    };
    const frame = requestAnimationFrame(measure); // before the paint, but not in the same task as rendering
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [own]);
  const widths = useMemo(() => columnWidths(columns), [columns]);
  return <div {...props} ref={box} data-list={initial} style={widths} />;
}
