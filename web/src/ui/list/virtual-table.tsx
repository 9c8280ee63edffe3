import { defaultRangeExtractor, useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useFocusHandover } from '../focus-handover.ts';
import { usePainted } from '../use-painted.ts';
import { type Column, GRID, ROW, SHOWN_FROM } from './columns.ts';
import { ListFrame } from './list-frame.tsx';
import { SwipeCell, type Swipes, useSwipe } from './swipe.tsx';
import { type CurrentRow, useRowFocus } from './use-row-focus.ts';

export type VirtualTableProps<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  /** The number of rows, including those not loaded, if known. */
  total: number | undefined;
  /** There are rows that are not loaded. */
  hasMore?: boolean;
  /** There are more rows, and none are being loaded. */
  canLoadMore?: boolean;
  onLoadMore?: () => void;
  /** The rows belong to the previous filters. */
  stale?: boolean;
  /** A row's cells are rendered again only if the row or the columns change. */
  columns: readonly Column<Row>[];
  /** Classes of a row, such as its height. */
  rowClass?: string;
  /** Controls in the head of the first column, which is then shown on phones too. */
  controls?: ReactNode;
  /** All rows have the same height, so that only one is measured. */
  isUniform?: boolean;
  /** Makes the rows focusable. One is current. */
  current?: CurrentRow;
  /** The actions of dragging a row sideways on a touch screen. */
  swipes?: Swipes<Row>;
  /** Called on a click on a row, or on Enter if the row has the focus. Controls inside it keep their clicks, except those with `data-open`. All rows are rendered again if it changes. */
  onOpen?: (row: Row) => void;
};

const ROW_HEIGHT = 44;
const LOAD_AHEAD = 15;
const OVERSCAN = 8;
/** The distance in px of most lists from the top of the page, before it is measured. */
const USUAL_DISTANCE = 240;
/** A row that becomes current is scrolled clear of what covers the list at the top: the banner, the top bar and the head. */
const SCROLL_MARGIN = 'scroll-mt-[calc(6rem+var(--banner))] scroll-mb-6';

/** A table that renders only the visible rows and loads more near its end. */
export const VirtualTable = memo((props: VirtualTableProps<{ id: string }>) => {
  const { rows, total, hasMore, canLoadMore, onLoadMore, stale = false, columns, rowClass, controls } = props;
  const { isUniform = false, current, swipes } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useFocusHandover();
  const rowHeight = useRowHeight(body, isUniform && rows.length > 0);
  const at = current ? rows.findIndex(({ id }) => id === current.id) : -1;
  /** No rows above and below the window until the first ones are painted. */
  const overscan = usePainted() ? OVERSCAN : 0;
  /** The virtualizer begins by scrolling the page to where it is, which would compute the layout of the first rows at once. */
  const isPlaced = useRef(false);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: useDistanceFromTop(body),
    scrollToFn: (...scroll) => {
      if (isPlaced.current) windowScroll(...scroll);
      isPlaced.current = true;
    },
    // Always renders the current row, because it may have the focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(at < 0 ? [] : [at])])].sort((a, b) => a - b),
  });
  const measuredHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return;
    measuredHeight.current = rowHeight;
    virtualizer.measure(); // the stored sizes of all rows are wrong
  }, [virtualizer, rowHeight]);
  const shown = virtualizer.getVirtualItems();
  const last = shown.findLast(({ index }) => index !== at)?.index ?? -1;
  const stop = at < 0 ? shown[0]?.index : at;

  useEffect(() => {
    if (canLoadMore && Math.max(last, at) >= rows.length - LOAD_AHEAD) onLoadMore?.();
  }, [canLoadMore, last, at, rows.length, onLoadMore]);
  const isShown = at >= 0 && shown.some(({ index }) => index === at);
  useRowFocus({ body, rows, at, current, isShown });
  useSwipe(body, rows, swipes);

  const known = total ?? (hasMore ? undefined : rows.length);

  return (
    <ListFrame columns={columns}>
      <table
        aria-label={props.label}
        aria-rowcount={known === undefined ? -1 : known + 1}
        aria-busy={stale}
        className="block overflow-clip rounded-lg border border-border bg-raised"
      >
        <TableHead columns={columns} controls={controls} rowClass={rowClass} />
        <tbody ref={body} className={clsx('relative block transition-opacity', stale && 'opacity-60')}>
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <TableRow
                key={key}
                row={row}
                index={index}
                top={start - virtualizer.options.scrollMargin}
                measure={isUniform ? undefined : virtualizer.measureElement}
                tabIndex={current ? (index === stop ? 0 : -1) : undefined}
                isCurrent={index === at}
                onFocus={current?.onChange}
                onOpen={props.onOpen}
                columns={columns}
                rowClass={rowClass}
                swipes={swipes}
              />
            );
          })}
        </tbody>
        {/* Not the body's own height: whenever that changes, the browser computes the layout of all its rows again. */}
        <tfoot aria-hidden className="block" style={{ height: virtualizer.getTotalSize() }} />
      </table>
    </ListFrame>
  );
}) as <Row extends { id: string }>(props: VirtualTableProps<Row>) => ReactNode;

type TableHeadProps<Row extends { id: string }> = Pick<VirtualTableProps<Row>, 'columns' | 'controls' | 'rowClass'>;

/** The head, which stays below the top bar while the rows are scrolled. */
function TableHead({ columns, controls, rowClass }: TableHeadProps<{ id: string }>) {
  return (
    <thead
      className={clsx(
        'sticky top-[calc(3.5rem+var(--banner))] z-10 block rounded-t-lg border-border border-b bg-raised',
        !controls && 'max-md:sr-only',
      )}
    >
      <tr
        aria-rowindex={1}
        className={clsx(ROW, GRID, rowClass, 'h-9! min-h-0! text-left text-muted text-xs [&>th]:font-medium')}
      >
        {columns.map(({ title, isTitleHidden, shownFrom, headClass }, index) => (
          <th key={title} className={clsx(shownFrom && SHOWN_FROM[shownFrom], headClass)}>
            {index === 0 && controls ? (
              controls
            ) : (
              <span className={isTitleHidden ? 'sr-only' : 'block truncate'}>{title}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const hasTouch = navigator.maxTouchPoints > 0;

type TableRowProps<Row> = Pick<
  VirtualTableProps<Row & { id: string }>,
  'columns' | 'rowClass' | 'swipes' | 'onOpen'
> & {
  row: Row;
  index: number;
  /** The distance in px from the first row. */
  top: number;
  measure: ((element: HTMLElement | null) => void) | undefined;
  /** undefined where rows are not focusable. */
  tabIndex: number | undefined;
  isCurrent: boolean;
  onFocus: ((id: string) => void) | undefined;
};

const TableRow = memo((props: TableRowProps<{ id: string }>) => {
  const { row, index, top, measure, tabIndex, isCurrent, onFocus, onOpen, columns, rowClass, swipes } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      aria-current={isCurrent || undefined}
      onFocus={onFocus && ((event) => whenNeeded(event.target, () => onFocus(row.id)))}
      onMouseDown={onOpen && ((event) => event.detail > 1 && event.preventDefault())} // a double-click would select a word
      onClick={onOpen && ((event) => event.detail < 2 && isForRow(event.target) && onOpen(row))} // the second click may follow one on what has covered the row
      onKeyDown={onOpen && ((event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row))}
      className={clsx(
        ROW,
        GRID,
        rowClass,
        'absolute inset-x-0 top-0 border-border border-b last:border-b-0',
        onFocus && [CURRENT, SCROLL_MARGIN],
        swipes && 'touch-pan-y',
        onOpen && 'cursor-pointer',
        'hover:bg-subtle has-[[role=checkbox][aria-checked=true]]:bg-selected!',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cells row={row} columns={columns} />
      {swipes && hasTouch && <SwipeCell swipes={swipes} />}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

type CellsProps<Row> = { row: Row; columns: readonly Column<Row>[] };

/** The cells of a row. They are not rendered again when the row moves. */
const Cells = memo(({ row, columns }: CellsProps<unknown>) =>
  columns.map(({ title, shownFrom, cellClass, text, render }) => {
    const className = clsx(shownFrom && SHOWN_FROM[shownFrom], cellClass);
    if (text) return <TextCell key={title} text={text(row)} className={className} />;
    return (
      <td key={title} className={className}>
        {render(row)}
      </td>
    );
  }),
) as <Row>(props: CellsProps<Row>) => ReactNode;

/** One line of text with the full text as tooltip, or a dash if there is none. */
function TextCell({ text, className }: { text: string | null; className: string }) {
  return (
    <td
      className={clsx('min-w-0 truncate text-left', className, !text && 'text-muted')}
      title={text ?? undefined}
      dir="auto"
    >
      {text ?? <span aria-hidden>–</span>}
    </td>
  );
}

const CURRENT =
  'focus-visible:-outline-offset-2 aria-[current]:bg-selected aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.5 aria-[current]:before:bg-accent';

/** A focus by keyboard decides which row the next key acts on. One by a press may be rendered after what the press does. */
function whenNeeded(target: Element, change: () => void) {
  if (target.matches(':focus-visible')) change();
  else startTransition(change);
}

/** Whether a click opens the row: not if it was on another control, or if text is selected. */
function isForRow(target: EventTarget): boolean {
  const control = target instanceof Element && target.closest('a, button, input, label, [role=checkbox]');
  if (control) return control.hasAttribute('data-open');
  return document.getSelection()?.isCollapsed !== false;
}

/** The height in px of rows that all have the same one; measured again when the table's size changes. */
function useRowHeight(body: { current: HTMLElement | null }, isUniform: boolean): number {
  const [height, setHeight] = useState(ROW_HEIGHT);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element || !isUniform) return;
    const measure = () => setHeight((known) => element.querySelector('tr')?.offsetHeight || known);
    const frame = requestAnimationFrame(() => flushSync(measure)); // before the paint, but not in the same task as rendering
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [body, isUniform]);
  return height;
}

/** The distance in px of an element from the top of the page; measured again when the page's size changes, because what is above it may wrap. */
function useDistanceFromTop(element: { current: HTMLElement | null }): number {
  const [distance, setDistance] = useState(USUAL_DISTANCE);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setDistance(Math.round(box.top + window.scrollY));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return distance;
}
