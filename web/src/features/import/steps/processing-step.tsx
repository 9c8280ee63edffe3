import { useUnloadWarning } from '@/lib/leave-guard.ts';
import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { texts } from '../texts.ts';
import { type ProcessingState, rowsDone } from '../wizard-reducer.ts';
import { StepHeading } from './wizard-steps.tsx';

const { processing } = texts;

export function ProcessingStep({ state: { run, cancelling } }: { state: ProcessingState }) {
  const { totalRows } = run.opened;
  const done = rowsDone(run);
  const pace = usePace(done);
  const progress = processing.progress(done, totalRows);
  useUnloadWarning(true);

  return (
    <div className="mx-auto max-w-xl space-y-3 py-10">
      <StepHeading>{cancelling ? processing.stopping : processing.importing(run.request.file.name)}</StepHeading>
      <ProgressBar label={processing.label} value={done} max={totalRows} valueText={progress} className="h-2!" />
      <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
        <span>{progress}</span>
        {pace > 0 && (
          <span>
            {processing.pace(pace)}
            {done < totalRows && `, ${formatTimeLeft(totalRows - done, pace)}`}
          </span>
        )}
      </p>
    </div>
  );
}
