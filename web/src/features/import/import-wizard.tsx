import { useEffect, useRef, useState } from 'react';
import type { ImportType } from '../../../../domain/import/targets.ts';
import { useHeldBack } from '../../lib/leaving.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MappingStep } from './steps/mapping-step.tsx';
import { ProcessingStep } from './steps/processing-step.tsx';
import { ResultsStep } from './steps/results-step.tsx';
import { StepNames } from './steps/step-names.tsx';
import { UploadStep } from './steps/upload-step.tsx';
import { type Import, useImport } from './use-import.ts';
import type { Order, Wizard } from './wizard.ts';
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
  const [leaving, setLeaving] = useState(false);
  useHeldBack(mayLose(wizard), () => setLeaving(true));
  const close = () => (mayLose(wizard) ? setLeaving(true) : onClose());
  const leave = () => {
    setLeaving(false);
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
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={wizard.step === 'processing' ? 'Stop the import?' : 'Leave the import?'}
        description={
          wizard.step === 'processing'
            ? 'The rows under way are finished; what has been imported stays.'
            : 'Nothing has been imported yet. The mapping is lost.'
        }
        confirmLabel={wizard.step === 'processing' ? 'Stop' : 'Leave'}
        cancelLabel="Go on"
        onConfirm={leave}
      />
    </Dialog>
  );
}

/** Closing here would lose the person's work without a word. */
const mayLose = ({ step }: Wizard) => step === 'mapping' || step === 'processing';

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
