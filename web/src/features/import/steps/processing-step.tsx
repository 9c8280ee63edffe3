import { formatNumber } from '@/lib/format.ts';
import { useUnloadWarning } from '@/lib/leave-guard.ts';
import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { countedRows } from '../row-words.ts';
import { rowsDone, type Wizard } from '../wizard.ts';
import { StepHeading } from './step-heading.tsx';

export function ProcessingStep({ wizard }: { wizard: Extract<Wizard, { step: 'processing' }> }) {
  const { run, stopping } = wizard;
  const { totalRows } = run.opened;
  const done = rowsDone(run);
  const pace = usePace(done);
  const words = `${formatNumber(done)} of ${countedRows(totalRows)}`;
  useUnloadWarning(true);

  return (
    <div className="mx-auto max-w-xl space-y-3 py-10">
      <StepHeading>{stopping ? 'Stopping after the rows under way…' : `Importing ${run.order.file.name}`}</StepHeading>
      <ProgressBar label="Import" value={done} max={totalRows} valueText={words} className="h-2!" />
      <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
        <span>{words}</span>
        {pace > 0 && (
          <span>
            {formatNumber(Math.round(pace))} rows per second
            {done < totalRows && `, ${formatTimeLeft(totalRows - done, pace)}`}
          </span>
        )}
      </p>
    </div>
  );
}
