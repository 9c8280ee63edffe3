import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { countedRows } from '../row-words.ts';
import { SaveErrorsButton } from '../save-errors-button.tsx';
import type { PastImport } from './history-data.ts';
import { saveErrors } from './save-errors.ts';
import { useUndo } from './use-undo.ts';
import { leadsAndCompanies } from './words.ts';

/** The errors as a file, the undo, and the way to the rows. */
export function ImportActions({ entry }: { entry: PastImport }) {
  const isUndone = entry.remaining_leads !== null;
  const isOfLeads = entry.import_type === 'leads';
  return (
    <>
      {entry.error_rows > 0 && <SaveErrorsButton save={() => saveErrors(entry)} />}
      {!isUndone && <Undo entry={entry} />}
      {(isUndone ? entry.remaining_companies !== 0 : !isOfLeads) && (
        <Link to={`${paths.adminCompanies}?import=${entry.id}`} className={buttonClass()}>
          View {isUndone ? 'kept' : 'imported'} companies
        </Link>
      )}
      {(isUndone ? entry.remaining_leads !== 0 : isOfLeads) && (
        <Link to={`${paths.adminLeads}?import=${entry.id}`} className={buttonClass()}>
          View {isUndone ? 'kept' : 'imported'} leads
        </Link>
      )}
    </>
  );
}

/** Undoing more than this takes several calls, and so a bar. */
const ONE_CALL = 50_000;

function Undo({ entry }: { entry: PastImport }) {
  const [asking, setAsking] = useState(false);
  const undo = useUndo(entry.id);
  const made = entry.successful_rows + entry.companies_created;
  const isLong = undo.removed !== null && made > ONE_CALL;
  const confirm = async () => {
    await undo.start();
    setAsking(false);
  };
  const leads = entry.import_type === 'leads';
  const rows = leadsAndCompanies(
    leads ? entry.successful_rows : 0,
    leads ? entry.companies_created : entry.successful_rows,
  );

  return (
    <>
      <Button icon={Undo2} disabled={made === 0} onClick={() => setAsking(true)}>
        {entry.undone_at ? 'Finish undoing' : 'Undo import'}
      </Button>
      <ConfirmDialog
        open={asking && !isLong}
        onOpenChange={setAsking}
        title="Undo this import?"
        description={`Of the ${rows} that it made, those that nobody has changed since are deleted for the customer, too. What was approved, rejected or changed stays. This cannot be taken back.`}
        confirmLabel="Undo import"
        danger
        busy={undo.removed !== null}
        onConfirm={confirm}
      />
      {isLong && (
        <ProgressDialog
          title="Undoing the import"
          done={undo.removed ?? 0}
          total={made}
          words={`${formatNumber(undo.removed ?? 0)} of ${countedRows(made)} removed`}
          stopping={undo.stopping}
          onCancel={undo.cancel}
        />
      )}
    </>
  );
}
