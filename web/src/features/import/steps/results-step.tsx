import { clsx } from 'clsx';
import type { RowError } from '../../../../../domain/import/result.ts';
import type { ImportType } from '../../../../../domain/import/targets.ts';
import { importPreview } from '../../../../../domain/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { countedRows } from '../row-words.ts';
import { type Run, rowsDone } from '../wizard.ts';
import { StepHeading } from './step-heading.tsx';

export function ResultsStep({ importType, run }: { importType: ImportType; run: Run }) {
  const { totals } = run.reached;
  const done = rowsDone(run);
  const { totalRows } = run.opened;
  const cancelled = done < totalRows;
  return (
    <div className="mx-auto max-w-2xl space-y-5">
      <div>
        <StepHeading>{cancelled ? 'The import was cancelled' : 'The import is done'}</StepHeading>
        <p className="text-muted text-sm tabular-nums">
          {cancelled
            ? `${formatNumber(done)} of ${countedRows(totalRows)} read from ${run.order.file.name}; what was imported stays.`
            : `${countedRows(totals.totalRows)} read from ${run.order.file.name}.`}
        </p>
      </div>
      <dl className={clsx('grid grid-cols-2 gap-3', importType === 'leads' ? 'md:grid-cols-4' : 'md:grid-cols-3')}>
        <BigNumber name="Imported" value={totals.successfulRows} className="text-approved" />
        <BigNumber name="Duplicates" value={totals.duplicateRows} />
        <BigNumber name="Errors" value={totals.errorRows} className={totals.errorRows > 0 ? 'text-danger' : ''} />
        {importType === 'leads' && <BigNumber name="Companies created" value={totals.companiesCreated} />}
      </dl>
      {totals.errors.length > 0 && <Errors errors={totals.errors} />}
    </div>
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

function Errors({ errors }: { errors: readonly RowError[] }) {
  const more = errors.length - importPreview.errors;
  return (
    <section aria-label="Errors">
      <h4 className="mb-2 font-medium text-sm">Rows that were not imported</h4>
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised text-sm">
        {errors.slice(0, importPreview.errors).map(({ row, error }) => (
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
