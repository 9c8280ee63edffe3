import type { PlannedColumn } from '#domain/hand-off/plan.ts';
import { texts } from './texts.ts';

type CellsTableProps = {
  columns: readonly PlannedColumn[];
  rows: readonly { id: string; cells: readonly string[] }[];
};

/** Rows as they will be in the file. Scrolls sideways. */
export function CellsTable({ columns, rows }: CellsTableProps) {
  return (
    <section
      aria-label={texts.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-border bg-raised"
    >
      <table className="text-sm">
        <thead>
          <tr className="border-border border-b text-left text-muted text-xs">
            {columns.map(({ header, label: meaning }) => (
              <th key={header} scope="col" className="whitespace-nowrap px-3 py-2 font-medium" title={meaning}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {columns.map(({ header }, index) => (
                <td key={header} dir="auto" className="px-3 py-2 align-top">
                  <span className="line-clamp-3 w-max max-w-72 whitespace-pre-wrap wrap-anywhere">{cells[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
