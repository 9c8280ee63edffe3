// In charge of what an import came to, in the wizard and in the history alike: its numbers, and the first of its errors.
import { clsx } from 'clsx';
import type { ImportResult, RowError } from '#domain/import/result.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { formatNumber } from '@/lib/format.ts';
import { Card } from '@/ui/card.tsx';

export type ImportNumbersProps = {
  importType: ImportType;
  result: Pick<ImportResult, 'successfulRows' | 'duplicateRows' | 'errorRows' | 'companiesCreated'>;
};

export function ImportNumbers({ importType, result }: ImportNumbersProps) {
  const { successfulRows, duplicateRows, errorRows, companiesCreated } = result;
  return (
    <dl className={clsx('grid grid-cols-2 gap-3', importType === 'leads' ? 'md:grid-cols-4' : 'md:grid-cols-3')}>
      <BigNumber name="Imported" value={successfulRows} className="text-success" />
      <BigNumber name="Duplicates" value={duplicateRows} />
      <BigNumber name="Errors" value={errorRows} className={errorRows > 0 ? 'text-danger' : ''} />
      {importType === 'leads' && <BigNumber name="Companies created" value={companiesCreated} />}
    </dl>
  );
}

function BigNumber({ name, value, className }: { name: string; value: number; className?: string }) {
  return (
    <Card className="flex flex-col-reverse px-4 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={clsx('font-semibold text-2xl tabular-nums', className)}>{formatNumber(value)}</dd>
    </Card>
  );
}

export type ImportErrorsProps = {
  /** The ones to be named. */
  first: readonly RowError[];
  /** How many there are with the others. */
  total: number;
};

export function ImportErrors({ first, total }: ImportErrorsProps) {
  const more = total - first.length;
  return (
    <section aria-label="Errors">
      <h4 className="mb-2 font-medium text-sm">Rows that were not imported</h4>
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised text-sm">
        {first.map(({ row, error }) => (
          <li key={row} className="flex gap-3 px-4 py-2">
            <span className="w-20 shrink-0 text-muted tabular-nums">Row {formatNumber(row)}</span>
            <span className="min-w-0 break-words">{error}</span>
          </li>
        ))}
        {more > 0 && <li className="px-4 py-2 text-muted">and {formatNumber(more)} more</li>}
      </ul>
    </section>
  );
}
