import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { oneImport } from '../history/history-data.ts';
import { UndoneNote } from '../history/undone-note.tsx';
import { countedRows, ImportCounts } from '../import-result.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import { type ResultsState, rowsDone, rowsLeft } from '../wizard-reducer.ts';
import { Corrections } from './corrections.tsx';
import { ReviewLink } from './review-link.tsx';
import { StepHeading } from './wizard-steps.tsx';

const { results } = texts;

export type ResultsStepProps = { state: ResultsState; actions: Pick<ImportActions, 'sendCorrections'> };

export function ResultsStep({ state, actions }: ResultsStepProps) {
  const { run } = state;
  const content = useRef<HTMLDivElement>(null);
  const { totals } = run.progress;
  const { file, importType } = run.request;
  const { data: entry } = useQuery({ ...oneImport(run.importId), enabled: totals.successfulRows > 0 });
  const isCancelled = rowsLeft(run) > 0;
  return (
    <div ref={content} className="mx-auto max-w-2xl space-y-5">
      <div>
        <StepHeading>{isCancelled ? results.canceled : results.complete}</StepHeading>
        <p className="text-muted text-sm tabular-nums">
          {isCancelled
            ? results.stopped(formatNumber(rowsDone(run)), countedRows(run.opened.totalRows), file.name)
            : results.read(countedRows(totals.totalRows), file.name)}
        </p>
      </div>
      {entry && <UndoneNote entry={entry} />}
      <ImportCounts importType={importType} result={totals} />
      {totals.successfulRows > 0 && !entry?.undone_at && <ReviewLink run={run} />}
      {totals.errors.length > 0 && (
        <Corrections
          state={state}
          actions={actions}
          isUndone={Boolean(entry?.undone_at)}
          onSent={() => content.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus()}
        />
      )}
    </div>
  );
}
