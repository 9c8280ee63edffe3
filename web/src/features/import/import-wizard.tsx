import { useEffect, useRef, useState } from 'react';
import type { ImportType } from '#domain/import/targets.ts';
import { useBackGuard } from '@/lib/leave-guard.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { countedRows } from './row-words.ts';
import { MappingStep } from './steps/mapping-step.tsx';
import { ProcessingStep } from './steps/processing-step.tsx';
import { ResultsStep } from './steps/results-step.tsx';
import { StepNames } from './steps/step-names.tsx';
import { UploadStep } from './steps/upload-step.tsx';
import { type Import, useImport } from './use-import.ts';
import { type Order, rowsDone, type Wizard } from './wizard.ts';
import { WizardFooter } from './wizard-footer.tsx';

export type ImportWizardProps = {
  importType: ImportType;
  /** Chosen from the start, if any. */
  customerId: string | null;
  /** Where the rows of an import are listed. */
  importedRows: (order: Order) => string;
  onClose: () => void;
};

const TITLES: Record<ImportType, string> = { leads: 'Upload leads', companies: 'Upload companies' };

/** Brings a CSV file into the database: upload, mapping, processing, results. */
export function ImportWizard({ importType, customerId, importedRows, onClose }: ImportWizardProps) {
  const actions = useImport({ importType, customerId });
  const { wizard } = actions;
  const question = questionOf(wizard);
  const [asked, setAsked] = useState<string>();
  const ask = () => setAsked(question?.title);
  useBackGuard(question !== null, ask);
  const close = () => (question ? ask() : onClose());
  const leave = () => {
    setAsked(undefined);
    if (wizard.step === 'processing') actions.cancel();
    else onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      size="full"
      title={TITLES[importType]}
      header={<StepNames current={wizard.step} />}
      footer={
        <WizardFooter
          importType={importType}
          actions={actions}
          importedRows={importedRows}
          onClose={close}
          onDone={onClose}
        />
      }
    >
      <div ref={useStepFocus(wizard.step)}>
        <Step importType={importType} actions={actions} />
      </div>
      {question && asked === question.title && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          {...question}
          cancelLabel="Go on"
          onConfirm={leave}
        />
      )}
    </Dialog>
  );
}

/** What is asked before the person's work would be lost; null where nothing would be. A question ends with what it is about. */
function questionOf(wizard: Wizard): Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel'> | null {
  if (wizard.step === 'processing') {
    return {
      title: 'Stop the import?',
      description: 'The rows under way are finished; what has been imported stays.',
      confirmLabel: 'Stop',
    };
  }
  if (wizard.step === 'mapping') {
    const description = 'Nothing has been imported yet. The mapping is lost.';
    return { title: 'Leave the import?', description, confirmLabel: 'Leave' };
  }
  if (wizard.step !== 'upload' || !wizard.halted) return null;
  const left = wizard.halted.opened.totalRows - rowsDone(wizard.halted);
  return {
    title: 'Leave the rest of the import?',
    description: `${countedRows(left)} of ${wizard.halted.order.file.name} are not imported yet. To go on later, choose the same file for the same customer again.`,
    confirmLabel: 'Leave',
  };
}

/** From the second step on, the focus goes to the heading of the step that has come, so that a reader begins where the step begins. */
function useStepFocus(step: Wizard['step']) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    content.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus();
  }, [step]);
  return content;
}

function Step({ importType, actions }: { importType: ImportType; actions: Import }) {
  const { wizard } = actions;
  switch (wizard.step) {
    case 'upload':
      return <UploadStep importType={importType} wizard={wizard} bytesRead={actions.bytesRead} actions={actions} />;
    case 'mapping':
      return (
        <MappingStep
          importType={importType}
          wizard={wizard}
          onMap={actions.map}
          onRemap={actions.remap}
          onResume={actions.resume}
        />
      );
    case 'processing':
      return <ProcessingStep wizard={wizard} />;
    case 'results':
      return <ResultsStep importType={importType} run={wizard.run} />;
  }
}
