import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isSuppressed } from '#domain/contact-kind.ts';
import { listPath } from '@/features/lists/filters.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { oneImport } from './history/history-data.ts';
import { UndoImport } from './history/undo-import.tsx';
import { DownloadErrors } from './import-result.tsx';
import { texts } from './texts.ts';
import type { ImportActions } from './use-import.ts';
import { canImport, canUpdate, type ImportRun, isReadingOpen } from './wizard-reducer.ts';

export type WizardFooterProps = {
  actions: ImportActions;
  /** Closes the wizard, after a confirmation if something would be lost. */
  onClose: () => void;
};

export function WizardFooter({ actions, onClose }: WizardFooterProps) {
  const { wizard } = actions;
  switch (wizard.step) {
    case 'upload':
      return (
        <>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button variant="primary" busy={wizard.opening} onClick={() => actions.open(wizard.draft)}>
            {commonTexts.continue}
          </Button>
        </>
      );
    case 'mapping': {
      const { request, mapping, opened } = wizard;
      return (
        <>
          <Button onClick={() => actions.dispatch({ type: 'went back' })}>{commonTexts.back}</Button>
          <Button
            variant="primary"
            disabled={!canImport(request.importType, mapping) || !canUpdate(wizard) || isReadingOpen(wizard)}
            busy={actions.isStarting}
            onClick={actions.start}
          >
            {texts.wizard.import(opened.totalRows)}
          </Button>
        </>
      );
    }
    case 'processing':
      return (
        // The second click of a double-click on 'Import' is none on this button, which takes its place.
        <Button busy={wizard.cancelling} onClick={({ detail }) => detail < 2 && actions.cancel()}>
          {commonTexts.cancel}
        </Button>
      );
    case 'results':
      return <ResultsFooter run={wizard.run} actions={actions} onClose={onClose} />;
  }
}

const LISTS = { leads: paths.adminLeads, companies: paths.adminCompanies };

type ResultsFooterProps = WizardFooterProps & { run: ImportRun };

function ResultsFooter({ run, actions, onClose }: ResultsFooterProps) {
  const { importType, customerId } = run.request;
  const { errors, successfulRows, updatedRows = 0 } = run.progress.totals;
  const { data: entry } = useQuery({ ...oneImport(run.importId), enabled: successfulRows + updatedRows > 0 });
  return (
    <>
      {errors.length > 0 && (
        <DownloadErrors
          suppressed={errors.filter(isSuppressed).length}
          save={(isOnlySuppressed) => actions.saveErrors(run, isOnlySuppressed)}
        />
      )}
      {entry?.remaining_leads === null && <UndoImport entry={entry} />}
      <Link to={`${paths.adminImports}?customer=${customerId}`} className={buttonClass('ghost')}>
        {commonTexts.pages.imports}
      </Link>
      {updatedRows > 0 && !entry?.undone_at && (
        <Link
          to={listPath(LISTS[importType], { customerId, importId: run.importId, updated: true })}
          className={buttonClass()}
        >
          {texts.wizard.viewUpdated(importType)}
        </Link>
      )}
      {successfulRows > 0 && !entry?.undone_at && (
        <Link to={listPath(LISTS[importType], { customerId, importId: run.importId })} className={buttonClass()}>
          {texts.wizard.viewImported(importType)}
        </Link>
      )}
      <Button variant="primary" onClick={onClose}>
        {commonTexts.done}
      </Button>
    </>
  );
}
