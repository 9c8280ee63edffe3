import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useHandOnFocus } from '../hand-on-focus.ts';
import { LIST } from './layout.ts';
import { SwipeCell, type Swipes, useSwipe } from './swipe.tsx';
import { type CurrentRow, useRowFocus } from './use-row-focus.ts';

export type VirtualTableProps<Row extends { id: string }> = {
  label: string;
  rows: readonly Row[];
  /** The number of rows, including those not loaded, if known. */
  total: number | undefined;
  /** There are rows that are not loaded. */
  hasMore: boolean;
  /** There are more rows, and none are being loaded. */
  canLoadMore: boolean;
  onLoadMore: () => void;
  /** The rows belong to the previous filters. */
  stale: boolean;
  /** The grid of a row, in the head and in the body. */
  rowClass: string;
  /** The head's cells. */
  head: ReactNode;
  /** Shows the head on phones too, where it contains controls. */
  headOnPhone?: boolean;
  isSelected?: (id: string) => boolean;
  renderCells: (row: Row) => ReactNode;
  /** Makes the rows focusable. One is current. */
  current?: CurrentRow;
  /** The actions of dragging a row sideways on a touch screen. */
  swipes?: Swipes<Row>;
};

const ROW_HEIGHT = 44;
const LOAD_AHEAD = 15;
/** The height in px of what covers the list at the top of the window: the top bar, the head, and the banner if there is one. */
const coveredAtTop = () => 96 + (document.querySelector<HTMLElement>('[data-banner]')?.offsetHeight ?? 0);
const MARGIN_BELOW = 24;

/** A table that renders only the visible rows and loads more near its end. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const {
    label,
    rows,
    total,
    hasMore,
    canLoadMore,
    onLoadMore,
    stale,
    rowClass,
    isSelected,
    renderCells,
    current,
    swipes,
  } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useHandOnFocus();
  const at = current ? rows.findIndex(({ id }) => id === current.id) : -1;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollMargin: useDistanceFromTop(body),
    scrollPaddingStart: coveredAtTop(),
    scrollPaddingEnd: MARGIN_BELOW,
    // Always renders the current row, because it may have the focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(at < 0 ? [] : [at])])].sort((a, b) => a - b),
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.findLast(({ index }) => index !== at)?.index ?? -1;
  const stop = at < 0 ? shown[0]?.index : at;

  useEffect(() => {
    if (canLoadMore && Math.max(last, at) >= rows.length - LOAD_AHEAD) onLoadMore();
  }, [canLoadMore, last, at, rows.length, onLoadMore]);
  useRowFocus({ body, rows, at, current, scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }) });
  useSwipe(body, rows, swipes);

  const known = total ?? (hasMore ? undefined : rows.length);

  return (
    <div className={LIST}>
      <table
        aria-label={label}
        aria-rowcount={known === undefined ? -1 : known + 1}
        aria-busy={stale}
        className="block overflow-clip rounded-lg border border-border bg-raised"
      >
        <thead
          className={clsx(
            'sticky top-[calc(3.5rem+var(--banner))] z-10 block rounded-t-lg border-border border-b bg-raised',
            !props.headOnPhone && 'max-md:sr-only',
          )}
        >
          <tr
            aria-rowindex={1}
            className={clsx(rowClass, 'h-9! min-h-0! text-left text-muted text-xs [&>th]:font-medium')}
          >
            {props.head}
          </tr>
        </thead>
        <tbody
          ref={body}
          className={clsx('relative block transition-opacity', stale && 'opacity-60')}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={current ? (index === stop ? 0 : -1) : undefined}
                aria-current={index === at || undefined}
                onFocus={current && (() => current.onChange(row.id))}
                className={clsx(
                  rowClass,
                  'absolute inset-x-0 top-0 border-border border-b last:border-b-0',
                  current && CURRENT,
                  swipes && 'touch-pan-y',
                  isSelected?.(row.id) ? 'bg-selected' : 'hover:bg-subtle',
                )}
                style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                {renderCells(row)}
                {swipes && <SwipeCell swipes={swipes} />}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const CURRENT =
  'focus-visible:-outline-offset-2 aria-[current]:bg-selected aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.5 aria-[current]:before:bg-accent';

/** The distance in px of an element from the top of the page. Measured after each render, because what is above it may wrap. */
function useDistanceFromTop(element: { current: HTMLElement | null }): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const box = element.current?.getBoundingClientRect();
    if (box) setDistance(Math.round(box.top + window.scrollY));
  });
  return distance;
}
