import { formatNumber } from '@/lib/format.ts';
import { texts } from './texts.ts';

export type ChartTableProps = {
  label: string;
  head: readonly string[];
  /** The first cell is the row's name; numbers are grouped. */
  rows: readonly (readonly (string | number)[])[];
};

/** The numbers of a chart as a table, folded. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  return (
    <details className="mt-3 text-sm print:not-open:hidden">
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium text-muted text-xs hover:text-text">
        {texts.showAsTable}
      </summary>
      <div className="mt-2 max-h-80 overflow-auto print:max-h-none print:overflow-visible">
        <table aria-label={label} className="w-full">
          <thead className="text-left text-muted text-xs">
            <tr>
              {head.map((name, column) => (
                <th key={name} scope="col" className={column === 0 ? CELL : NUMBER}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...values]) => (
              <tr key={[name, ...values].join()} className="border-border border-t">
                <th scope="row" dir="auto" className={`${CELL} text-left`}>
                  {name}
                </th>
                {values.map((value, column) => (
                  <td key={head[column + 1]} className={typeof value === 'number' ? NUMBER : CELL}>
                    {typeof value === 'number' ? formatNumber(value) : value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const CELL = 'py-1.5 pr-4 font-normal';
const NUMBER = 'py-1.5 pl-4 text-right font-normal tabular-nums';
