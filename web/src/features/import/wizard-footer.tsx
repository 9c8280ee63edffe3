import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { countedRows, DownloadErrorsButton } from './import-result.tsx';
import type { ImportActions } from './use-import.ts';
import { canImport, type ImportRequest } from './wizard-reducer.ts';

export type WizardFooterProps = {
  actions: ImportActions;
  importedRows: (request: ImportRequest) => string;
  /** Closes the wizard, after a confirmation if something would be lost. */
  onClose: () => void;
  onDone: () => void;
};

export function WizardFooter({ actions, importedRows, onClose, onDone }: WizardFooterProps) {
  const { wizard } = actions;
  switch (wizard.step) {
    case 'upload':
      return (
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={wizard.opening} onClick={() => actions.open(wizard.draft)}>
            Continue
          </Button>
        </>
      );
    case 'mapping': {
      const { request, mapping, opened } = wizard;
      return (
        <>
          <Button onClick={actions.goBack}>Back</Button>
          <Button variant="primary" disabled={!canImport(request.importType, mapping)} onClick={actions.start}>
            Import {countedRows(opened.totalRows)}
          </Button>
        </>
      );
    }
    case 'processing':
      return (
        <Button busy={wizard.cancelling} onClick={actions.cancel}>
          Cancel
        </Button>
      );
    case 'results': {
      const { request, progress } = wizard.run;
      return (
        <>
          {progress.totals.errors.length > 0 && <DownloadErrorsButton save={() => actions.saveErrors(wizard.run)} />}
          <Link
            to={`${paths.adminImports}?customer=${request.customerId}`}
            onClick={onDone}
            className={buttonClass('ghost')}
          >
            Import history
          </Link>
          <Link to={importedRows(request)} onClick={onDone} className={buttonClass()}>
            View imported {request.importType}
          </Link>
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </>
      );
    }
  }
}
