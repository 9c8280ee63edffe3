import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ColumnLayout, columnWidths } from './columns.ts';

/** The least widths, in rem. Their names are the values of `data-list`, which the variants `list-*` of styles.css read. */
const WIDTHS = { middle: 42, wide: 56, widest: 68 };

/** What is beside a list that fills the page: the open sidebar and the page's padding, in rem. */
const BESIDE = 16 + 2 * 1.5;

/** The value of the list that was measured last: a list that replaces its skeleton has the same one. If it is wrong, all rows are styled twice. */
let lastMeasured: string | undefined;

const valueFor = (isReached: (least: number) => boolean) =>
  Object.entries(WIDTHS)
    .filter(([, least]) => isReached(least))
    .map(([name]) => name)
    .join(' ');

/** The value of a list that fills the page, from the window alone: the styles of a page that is being built are not computed for it. */
const usualValue = () => valueFor((least) => matchMedia(`(width >= ${least + BESIDE}rem)`).matches);

/** The box around a list. Its variants are an attribute, because container queries would be evaluated for each element of each row. */
export function ListFrame({ columns, ...props }: ComponentProps<'div'> & { columns: readonly ColumnLayout[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [initial] = useState(() => lastMeasured ?? usualValue());
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { width } = element.getBoundingClientRect();
      lastMeasured = valueFor((least) => width >= least * rem);
      if (element.dataset.list !== lastMeasured) element.dataset.list = lastMeasured;
    };
    const frame = requestAnimationFrame(measure); // before the paint, but not in the same task as rendering
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  const widths = useMemo(() => columnWidths(columns), [columns]);
  return <div {...props} ref={box} data-list={initial} style={widths} />;
}
