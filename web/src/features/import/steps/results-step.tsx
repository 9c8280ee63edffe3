import type { ImportType } from '#domain/import/targets.ts';
import { importPreview } from '#domain/limits.ts';
import { formatNumber } from '@/lib/format.ts';
import { ImportErrors, ImportNumbers } from '../outcome.tsx';
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
      <ImportNumbers importType={importType} result={totals} />
      {totals.errors.length > 0 && (
        <ImportErrors first={totals.errors.slice(0, importPreview.errors)} total={totals.errors.length} />
      )}
    </div>
  );
}
