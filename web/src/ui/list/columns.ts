import type { CSSProperties, ReactElement, ReactNode } from 'react';

/**
 * The layout of a row. Below 768 px it is a card, and in a list narrower than 56rem it has the same contents in two lines. In wider lists the contents of
 * the second line have their own cells. Each table defines its own column widths. The height does not depend on the width of the list.
 * The variants `list-*` are those of `ListFrame`.
 */

export const ROW =
  'grid w-full items-center gap-x-3 px-3 text-sm max-md:min-h-16 max-md:py-2 md:h-11 md:pointer-coarse:h-14';

/** A cell for contents of the second line. */
export const OWN_CELL = 'hidden list-wide:block';
export const SECOND_LINE = 'max-md:mt-0.5 list-wide:hidden';
/** Texts side by side. Those that do not fit share the space, and short ones stay whole. */
export const FAIR_PARTS = 'grid-flow-col auto-cols-[minmax(0,max-content)] items-center gap-x-1.5';
/** Shown in the widest rows only. */
export const WORDS = 'hidden list-widest:inline';
/** The width of a button with such a word, whatever the word. */
export const WORD_WIDTH = 'list-widest:w-22 list-widest:px-0';

/** The width of the list from which a column is shown, and the classes of its cells. `wide` is the usual one. */
export const SHOWN_FROM = {
  always: 'list-stacked:row-span-2',
  tablet: 'hidden md:block list-stacked:row-span-2',
  middle: 'hidden list-middle:block list-stacked:row-span-2',
  /** The columns that the user has added. Two stand one below the other where the list is too narrow for them side by side. */
  own: 'hidden list-middle:block list-stacked:text-xs',
  wide: OWN_CELL,
  widest: 'hidden list-widest:block',
} as const;

export type Column<Row> = ColumnLayout & Cell<Row>;

/** The content of a cell: elements, or one line of text. */
type Cell<Row> =
  | { render: (row: Row) => ReactNode; text?: undefined }
  | { text: (row: Row) => string | null; render?: undefined };

export type ColumnLayout = {
  title: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** A grid track. */
  width: string;
  /** The grid track of a list that is not wide, if it is another one. */
  narrowWidth?: string;
  /** The grid track beside own columns, while the usual ones are below the name, if it is another one. */
  middleWidth?: string;
  /** The grid track of two own columns that stand one below the other, if it differs from that of one. */
  stackedWidth?: string;
  /** The grid track of the widest list, if it is another one. */
  widestWidth?: string;
  /** Its least width beside own columns, in rem. */
  least?: number;
  /** The width from which the column is shown; `always` if it is left out. */
  shownFrom?: keyof typeof SHOWN_FROM;
  headClass?: string;
  cellClass?: string;
  /** An element, or the classes of a Skeleton; the usual one for a text if it is left out. */
  skeleton?: ReactElement | string;
};

/** The grid of a row whose list has `columnWidths`. */
export const GRID =
  'grid-cols-(--columns) md:grid-cols-(--tablet-columns) list-middle:grid-cols-(--middle-columns) list-stacked:grid-flow-col list-stacked:grid-rows-2 list-stacked:grid-cols-(--stacked-columns) list-wide:grid-cols-(--wide-columns) list-widest:grid-cols-(--widest-columns)';

/** The tracks of the columns that are shown at each width. */
export function columnWidths(columns: readonly ColumnLayout[]): CSSProperties {
  const shown = (...from: ColumnLayout['shownFrom'][]) =>
    columns.filter(({ shownFrom = 'always' }) => from.includes(shownFrom));
  const usual = (all: readonly ColumnLayout[]) => all.map(({ width }) => width);
  const narrow = (all: readonly ColumnLayout[]) => all.map(({ width, narrowWidth = width }) => narrowWidth);
  const middle = shown('always', 'tablet', 'middle', 'own'); // an `auto` track is as wide as its cell, so what precedes it must not be in columns
  const amid = (all: readonly ColumnLayout[]) => all.map(({ width, middleWidth = width }) => middleWidth);
  const stacked = (all: readonly ColumnLayout[]) => all.map((one) => one.stackedWidth ?? one.middleWidth ?? one.width);
  const stackedUnder = new Set(shown('own').filter((_, index) => index % 2 === 1));
  const widths = {
    '--columns': narrow(shown('always')),
    '--tablet-columns': narrow(shown('always', 'tablet')),
    '--middle-columns': shown('middle', 'own').length > 0 ? amid(middle) : narrow(middle),
    '--stacked-columns': stacked(middle.filter((column) => !stackedUnder.has(column))),
    '--wide-columns': usual(shown('always', 'tablet', 'middle', 'own', 'wide')),
    '--widest-columns': columns.map(({ width, widestWidth = width }) => widestWidth),
  };
  return Object.fromEntries(Object.entries(widths).map(([name, tracks]) => [name, tracks.join(' ')]));
}
