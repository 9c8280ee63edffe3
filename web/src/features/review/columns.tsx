import { OWN_CELL, WIDE_CELL } from '@/ui/list/layout.ts';
import { CellShape } from '@/ui/list/table-skeleton.tsx';
import { TextCell } from '@/ui/list/text-cell.tsx';
import type { Column, ReviewRow } from './table.ts';
import { texts } from './texts.ts';

/** A column with one line of text. */
export const textColumn = <Row,>(
  title: string,
  textOf: (row: Row) => string | null,
  { className = OWN_CELL, skeleton = 'h-3.5 w-2/3' } = {},
): Column<Row> => ({
  title,
  className,
  renderCell: (row) => <TextCell className={className} text={textOf(row)} />,
  skeleton: <CellShape shown={className} shape={skeleton} />,
});

export const CUSTOMER_COLUMN: Column<ReviewRow> = {
  ...textColumn(texts.customerColumn, (row: ReviewRow) => row.customers.name, { className: WIDE_CELL }),
  namesCustomer: true,
};

/** The name of a row, which opens it: the list handles the click. */
export function OpenButton({ name }: { name: string }) {
  return (
    <button type="button" data-open title={name} dir="auto" className="truncate rounded-sm text-left font-medium">
      {name}
    </button>
  );
}
