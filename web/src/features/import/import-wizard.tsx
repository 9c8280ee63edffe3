import { useEffect, useRef, useState } from 'react';
import type { ImportType } from '#domain/import/targets.ts';
import { useLeaveGuard, useUnloadWarning } from '@/lib/leave-guard.ts';
import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { commonTexts } from '@/lib/texts.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { MappingStep } from './steps/mapping-step.tsx';
import { ResultsStep } from './steps/results-step.tsx';
import { UploadStep } from './steps/upload-step.tsx';
import { StepHeading, StepList } from './steps/wizard-steps.tsx';
import { texts } from './texts.ts';
import { type ImportActions, useImport } from './use-import.ts';
import { WizardFooter } from './wizard-footer.tsx';
import {
  isCorrecting,
  isDraftEmpty,
  type ProcessingState,
  rowsDone,
  rowsLeft,
  type WizardState,
} from './wizard-reducer.ts';

type ImportWizardProps = { importType: ImportType; customerId: string | null; onClose: () => void };

const { wizard: wizardTexts } = texts;

/** Imports a CSV file in four steps: upload, mapping, processing, results. */
export function ImportWizard({ importType, customerId, onClose }: ImportWizardProps) {
  const actions = useImport({ importType, customerId });
  const { wizard } = actions;
  const confirmation = leaveConfirmation(wizard);
  const [openTitle, setOpenTitle] = useState<string>();
  const confirm = () => setOpenTitle(confirmation?.title);
  useUnloadWarning(confirmation !== null);
  useLeaveGuard(confirmation !== null, confirm);
  const close = () => (confirmation ? confirm() : onClose());
  const leave = () => {
    setOpenTitle(undefined);
    if (wizard.step === 'processing') actions.cancel();
    else onClose();
  };

  return (
    <Dialog
      onOpenChange={close}
      size="full"
      title={wizardTexts.title[chosenType(wizard)]}
      header={<StepList current={wizard.step} />}
      footer={<WizardFooter actions={actions} onClose={close} />}
    >
      <div ref={useStepFocus(wizard.step)}>
        <Step actions={actions} />
      </div>
      {confirmation && openTitle === confirmation.title && (
        <ConfirmDialog onOpenChange={() => setOpenTitle(undefined)} {...confirmation} onConfirm={leave} />
      )}
    </Dialog>
  );
}

/** Leads or companies, which the mapping step may change. */
function chosenType(wizard: WizardState): ImportType {
  if (wizard.step === 'upload') return wizard.draft.importType;
  return (wizard.step === 'mapping' ? wizard : wizard.run).request.importType;
}

type LeaveConfirmation = Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel' | 'cancelLabel'>;

/** The confirmation for closing the wizard; null if nothing would be lost. An open confirmation closes when the wizard's step makes it obsolete. */
function leaveConfirmation(wizard: WizardState): LeaveConfirmation | null {
  if (wizard.step === 'processing') {
    return wizardTexts.stop;
  }
  if (wizard.step === 'mapping') {
    return discarding(wizardTexts.discardMapping);
  }
  if (wizard.step === 'results') {
    return isCorrecting(wizard) ? wizardTexts.discardCorrections : null;
  }
  if (!wizard.failed) {
    return isDraftEmpty(wizard.draft) ? null : discarding(wizardTexts.discardInput);
  }
  const { leave } = wizardTexts;
  return { ...leave, description: leave.description(rowsLeft(wizard.failed), wizard.failed.request.file.name) };
}

const discarding = (description: string): LeaveConfirmation => ({
  title: wizardTexts.discard,
  description,
  confirmLabel: commonTexts.discard,
  cancelLabel: commonTexts.keepEditing,
});

/** From the second step on, moves the focus to the step's heading, so that screen readers announce the step. */
function useStepFocus(step: WizardState['step']) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    content.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus();
  }, [step]);
  return content;
}

function Step({ actions }: { actions: ImportActions }) {
  const { wizard } = actions;
  switch (wizard.step) {
    case 'upload':
      return <UploadStep state={wizard} actions={actions} />;
    case 'mapping':
      return <MappingStep state={wizard} actions={actions} />;
    case 'processing':
      return <ProcessingStep state={wizard} />;
    case 'results':
      return <ResultsStep state={wizard} actions={actions} />;
  }
}

const { processing } = texts;

function ProcessingStep({ state: { run, cancelling } }: { state: ProcessingState }) {
  const { totalRows } = run.opened;
  const done = rowsDone(run);
  const pace = usePace(done);
  const progress = processing.progress(done, totalRows);

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
