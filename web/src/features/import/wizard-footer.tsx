import { Link } from 'react-router';
import type { ImportType } from '#domain/import/targets.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { countedRows } from './row-words.ts';
import { SaveErrorsButton } from './save-errors-button.tsx';
import type { Import } from './use-import.ts';
import { mayImport, type Order } from './wizard.ts';

export type WizardFooterProps = {
  importType: ImportType;
  actions: Import;
  importedRows: (order: Order) => string;
  /** Leaves, after a question where something would be lost. */
  onClose: () => void;
  /** Leaves at the end. */
  onDone: () => void;
};

/** What can be done next, at each step. */
export function WizardFooter({ importType, actions, importedRows, onClose, onDone }: WizardFooterProps) {
  const { wizard } = actions;
  switch (wizard.step) {
    case 'upload':
      return (
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={wizard.reading} onClick={() => actions.open(wizard.draft)}>
            Continue
          </Button>
        </>
      );
    case 'mapping':
      return (
        <>
          <Button onClick={actions.goBack}>Back</Button>
          <Button variant="primary" disabled={!mayImport(importType, wizard.mapping)} onClick={actions.begin}>
            Import {countedRows(wizard.opened.totalRows)}
          </Button>
        </>
      );
    case 'processing':
      return (
        <Button busy={wizard.stopping} onClick={actions.cancel}>
          Cancel
        </Button>
      );
    case 'results':
      return (
        <>
          {wizard.run.reached.totals.errors.length > 0 && (
            <SaveErrorsButton save={() => actions.saveErrors(wizard.run)} />
          )}
          <Link
            to={`${paths.adminImports}?customer=${wizard.run.order.customerId}`}
            onClick={onDone}
            className={buttonClass('ghost')}
          >
            Import history
          </Link>
          <Link to={importedRows(wizard.run.order)} onClick={onDone} className={buttonClass()}>
            View imported {importType}
          </Link>
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        </>
      );
  }
}
