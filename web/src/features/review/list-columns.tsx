import { useMemo } from 'react';
import { type CustomField, mergeCustomValues } from '#domain/custom-fields.ts';
import { SelectCell } from '@/features/lists/selection/select-cell.tsx';
import type { ListKind, ListTable, ReviewColumn, ReviewRow } from '@/features/lists/table.ts';
import type { Column } from '@/ui/list/columns.ts';
import { DecisionToggle } from './decision-toggle.tsx';
import { texts } from './texts.ts';

const [MIN_LETTERS, MAX_LETTERS, DEFAULT_LETTERS] = [8, 32, 16];

/** The share of a column, in `fr`: as much as nine tenths of its texts need. */
export function columnShare<Row>({ text, measure }: ReviewColumn<Row>, rows: readonly Row[]): number {
  const length = measure ?? ((row: Row) => text?.(row)?.length ?? 0);
  const lengths = rows.map(length).sort((one, other) => one - other);
  const needed = lengths[Math.floor(lengths.length * 0.9)] ?? DEFAULT_LETTERS;
  return Math.min(Math.max(needed, MIN_LETTERS), MAX_LETTERS);
}

/** The share of each own column while two stand one below the other: that of the wider one. */
export const pairedShares = (own: readonly number[]): number[] =>
  own.map((share, index) => Math.max(share, own[index % 2 === 0 ? index + 1 : index - 1] ?? 0));

const track = (share: number, least = 0) => `minmax(${least}rem,${share}fr)`;

/** The least width of the names, in rem: twelve characters, a picture, a link and three marks; beside own columns all the marks that a row can have. */
const leastOfName = ({ fields, isAdmin }: ListKind) => (fields.length === 0 ? 16 : isAdmin ? 21 : 19);

/** The columns of a list: a checkbox for administrators, those of the table, and the approval. They change only if the space that the first rows need does. */
export function useListColumns<Row extends ReviewRow>(
  { columns, renderAction }: ListTable<Row>,
  { namesCustomer, isAdmin, fields }: ListKind,
  firstRows: readonly Row[] | undefined,
): Column<Row>[] {
  const shown = useMemo(
    () => [...columns.filter((column) => namesCustomer || !column.namesCustomer), ...fields.map(fieldColumn<Row>)],
    [columns, namesCustomer, fields],
  );
  const shares = useMemo(
    () => shown.map((column) => columnShare(column, firstRows ?? [])).join(' '),
    [shown, firstRows],
  );
  return useMemo(() => {
    const all = shares.split(' ').map(Number);
    const usual = all.length - fields.length;
    const stacked = pairedShares(all.slice(usual));
    return [
      ...(isAdmin ? [selectColumn] : []),
      ...shown.map((column, index) => {
        const layout = ofList(column, { namesCustomer, isAdmin, fields }, all[index] ?? 0, index === 0);
        return index < usual ? layout : { ...layout, stackedWidth: track(stacked[index - usual] ?? 0) };
      }),
      {
        title: texts.approval,
        width: '5.5rem',
        least: 5.5,
        narrowWidth: 'auto',
        widestWidth: '11.5rem',
        headClass: 'text-right',
        cellClass: 'flex items-center justify-end max-md:flex-col-reverse max-md:items-end',
        render: (row) => (
          <>
            {isAdmin && renderAction?.(row)}
            <DecisionToggle row={row} />
          </>
        ),
        skeleton: 'ml-auto h-7 w-20',
      },
    ];
  }, [shown, renderAction, namesCustomer, isAdmin, fields, shares]);
}

const fieldColumn = <Row extends ReviewRow>({ key, label }: CustomField): ReviewColumn<Row> => ({
  title: label,
  shownFrom: 'own',
  headClass: 'truncate',
  text: (row) => mergeCustomValues(row)[key] ?? null,
});

const selectColumn: Column<ReviewRow> = {
  title: '',
  width: '1.5rem',
  least: 1.5,
  headClass: 'flex items-center',
  cellClass: 'flex items-center',
  render: (row) => <SelectCell row={row} />,
  skeleton: 'size-4',
};

function ofList<Row>(column: ReviewColumn<Row>, kind: ListKind, share: number, isName: boolean): Column<Row> {
  const title = column.namesCustomer && !kind.isAdmin ? texts.organizationColumn : column.title;
  const least = isName ? leastOfName(kind) : 0;
  const middleWidth = track(isName ? 2 * share : share, least); // the other texts are below the name
  const layout = {
    title,
    width: track(share, least),
    narrowWidth: track(share),
    middleWidth,
    ...(isName && { least }),
  };
  if (column.text) return { ...column, ...layout };
  return { ...column, ...layout, render: (row) => column.render(row, kind) };
}
