import { useQuery } from '@tanstack/react-query';
import { Link } from 'lucide-react';
import { useRef, useState } from 'react';
import { isSuppressed } from '#domain/contact-kind.ts';
import { useCustomerName } from '@/features/customers/data.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { reviewLink } from '../data.ts';
import { oneImport } from '../history/history-data.ts';
import { UndoneNote } from '../history/undone-note.tsx';
import { ImportCounts } from '../import-result.tsx';
import { TellCustomer } from '../tell-customer.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import { type ImportRun, type ResultsState, rowsDone, rowsLeft } from '../wizard-reducer.ts';
import { Corrections } from './corrections.tsx';
import { StepHeading } from './wizard-steps.tsx';

const { results } = texts;

type ResultsStepProps = { state: ResultsState; actions: Pick<ImportActions, 'dispatch' | 'sendCorrections'> };

export function ResultsStep({ state, actions }: ResultsStepProps) {
  const { run } = state;
  const content = useRef<HTMLDivElement>(null);
  const { totals } = run.progress;
  const { file, importType } = run.request;
  const { data: entry } = useQuery({
    ...oneImport(run.importId),
    enabled: totals.successfulRows + (totals.updatedRows ?? 0) > 0,
  });
  const leftOut = state.leftOut && results.cellsLeftOut(state.leftOut);
  const isCancelled = rowsLeft(run) > 0;
  return (
    <div ref={content} className="mx-auto max-w-2xl space-y-5">
      <div>
        <StepHeading>{isCancelled ? results.canceled : results.complete}</StepHeading>
        <p className="text-muted text-sm">
          {isCancelled
            ? results.stopped(rowsDone(run), run.opened.totalRows, file.name)
            : results.read(totals.totalRows, file.name)}
        </p>
      </div>
      {entry && <UndoneNote entry={entry} />}
      <ImportCounts importType={importType} result={totals} suppressed={totals.errors.filter(isSuppressed).length} />
      {leftOut && <p className="text-muted text-sm">{leftOut}</p>}
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

const { review } = texts;

/** Copies the link to what the customer has to review. Without a clipboard it shows the link. */
function ReviewLink({ run }: { run: ImportRun }) {
  const { importType, customerId } = run.request;
  const [isShown, setIsShown] = useState(false);
  const customer = useCustomerName(customerId) ?? review.theCustomer;
  const link = reviewLink(importType);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: review.copied, description: review.copiedHint(customer), tone: 'success' });
    } catch {
      setIsShown(true); // without TLS there is no clipboard API
    }
  };
  return (
    <Card className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 text-sm">
          {review.forCustomer(run.progress.totals.successfulRows, importType, <bdi>{customer}</bdi>)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button icon={Link} onClick={copy}>
            {review.action}
          </Button>
          <TellCustomer importId={run.importId} />
        </div>
      </div>
      {isShown && <CopyField label={review.link} value={link} />}
    </Card>
  );
}
