import type { CSSProperties } from 'react';
import type { Column } from './table.ts';

/** The rows whose columns `columnWidths` sets, without and with a checkbox. */
export const GRID =
  'grid-cols-[minmax(0,1fr)_auto] md:@4xl:grid-cols-(--columns) md:@[68rem]:grid-cols-(--wide-columns)';
export const GRID_WITH_CHECKBOX =
  'grid-cols-[1.5rem_minmax(0,1fr)_auto] md:@4xl:grid-cols-[1.5rem_var(--columns)] md:@[68rem]:grid-cols-[1.5rem_var(--wide-columns)]';

const [LEAST, MOST, USUAL] = [8, 32, 16];

/** The widths of the columns in one line: each as wide as nine tenths of its texts need, if there is space for all. The last one is the approval's. */
export function columnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CSSProperties {
  const shareOf = ({ lengthOf }: Column<Row>) => {
    const lengths = rows.map(lengthOf).sort((one, other) => one - other);
    const needed = lengths[Math.floor(lengths.length * 0.9)] ?? USUAL;
    return `minmax(0,${Math.min(Math.max(needed, LEAST), MOST)}fr)`;
  };
  const list = (shown: readonly Column<Row>[]) => shown.map(shareOf).join(' ');
  return {
    '--columns': `${list(columns.filter(({ namesCustomer }) => !namesCustomer))} 5.5rem`,
    '--wide-columns': `${list(columns)} 11.5rem`,
  } as CSSProperties;
}
