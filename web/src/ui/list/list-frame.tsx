import { type ComponentProps, useLayoutEffect, useMemo, useRef } from 'react';
import { type ColumnLayout, columnWidths } from './columns.ts';

/** The least widths, in rem. Their names are the values of `data-list`, which the variants `list-*` of styles.css read. */
const WIDTHS = { middle: 42, wide: 56, widest: 68 };

/** The value of the list that was measured last: a list that replaces its skeleton has the same one. */
let lastMeasured = '';

/** The box around a list. Its variants are an attribute, because container queries would be evaluated for each element of each row. */
export function ListFrame({ columns, ...props }: ComponentProps<'div'> & { columns: readonly ColumnLayout[] }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.dataset.list = lastMeasured;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const { width } = element.getBoundingClientRect();
      const reached = Object.entries(WIDTHS).filter(([, least]) => width >= least * rem);
      lastMeasured = reached.map(([name]) => name).join(' ');
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
  return <div {...props} ref={box} style={widths} />;
}
