import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { OWN_CELL, WIDE_CELL } from './layout.ts';

/** The width of the list from which a column is shown, and the classes of its cells. `wide` is the usual one. */
export const SHOWN_FROM = {
  tablet: 'hidden md:block',
  middle: 'hidden list-middle:block',
  wide: OWN_CELL,
  widest: WIDE_CELL,
} as const;

export type Column<Row> = ColumnLayout & Cell<Row>;

/** What it shows: elements, or one line of text. */
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
  /** The grid track of the widest list, if it is another one. */
  widestWidth?: string;
  /** Not given for columns that are always shown. */
  shownFrom?: keyof typeof SHOWN_FROM;
  headClass?: string;
  cellClass?: string;
  /** An element, or the classes of a Skeleton; the usual one for a text if it is left out. */
  skeleton?: ReactElement | string;
};

/** The grid of a row whose list has `columnWidths`. */
export const GRID =
  'grid-cols-(--columns) md:grid-cols-(--tablet-columns) list-middle:grid-cols-(--middle-columns) list-wide:grid-cols-(--wide-columns) list-widest:grid-cols-(--widest-columns)';

/** The tracks of the columns that are shown at each width. */
export function columnWidths(columns: readonly ColumnLayout[]): CSSProperties {
  const shown = (...from: ColumnLayout['shownFrom'][]) => columns.filter(({ shownFrom }) => from.includes(shownFrom));
  const usual = (all: readonly ColumnLayout[]) => all.map(({ width }) => width);
  const narrow = (all: readonly ColumnLayout[]) => all.map(({ width, narrowWidth = width }) => narrowWidth);
  const middle = shown(undefined, 'tablet', 'middle'); // an `auto` track is as wide as its cell, so what precedes it must not be in columns
  const widths = {
    '--columns': narrow(shown(undefined)),
    '--tablet-columns': narrow(shown(undefined, 'tablet')),
    '--middle-columns': shown('middle').length > 0 ? usual(middle) : narrow(middle),
    '--wide-columns': usual(shown(undefined, 'tablet', 'middle', 'wide')),
    '--widest-columns': columns.map(({ width, widestWidth = width }) => widestWidth),
  };
  return Object.fromEntries(Object.entries(widths).map(([name, tracks]) => [name, tracks.join(' ')]));
}
