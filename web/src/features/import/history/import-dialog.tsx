import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoment } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { DownloadErrorsButton, ImportCounts, ImportErrors } from '../import-result.tsx';
import { downloadErrors } from './download-errors.ts';
import { firstErrors, oneImport, type PastImport, remainingNames } from './history-data.ts';
import { firstOf, leadsAndCompanies } from './import-words.ts';
import { UndoImport } from './undo-import.tsx';

export type ImportDialogProps = { id: string; onClose: () => void };

/** The result of one import, and its actions. */
export function ImportDialog({ id, onClose }: ImportDialogProps) {
  const { data: entry, error, isPending, refetch } = useQuery(oneImport(id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={entry?.file_name ?? 'Import'}
      description={entry && <Summary entry={entry} />}
      footer={entry && <Actions entry={entry} />}
    >
      {entry && <Result entry={entry} />}
      {isPending && (
        <div role="status" aria-label="Loading import" className="space-y-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {entry === null && (
        <EmptyState
          icon={FileX2}
          title="Import not found"
          description="It may have been deleted with its customer, or the link is incomplete."
          action={<Button onClick={onClose}>Back to import history</Button>}
        />
      )}
      {error && !entry && <LoadError what="The import" error={error} onRetry={refetch} />}
    </Dialog>
  );
}

function Summary({ entry: { import_type, customers, audience, importedBy, created_at } }: { entry: PastImport }) {
  return (
    <span className="wrap-anywhere">
      {import_type === 'leads' ? 'Leads' : 'Companies'} for <bdi>{customers?.name}</bdi>
      {audience && (
        <>
          , audience <bdi>{audience}</bdi>
        </>
      )}
      , {formatMoment(new Date(created_at))}
      <By name={importedBy} />
    </span>
  );
}

const By = ({ name }: { name: string | null }) =>
  name && (
    <>
      {' '}
      by <bdi>{name}</bdi>
    </>
  );

function Actions({ entry }: { entry: PastImport }) {
  const { id, import_type, error_rows, remaining_leads, remaining_companies } = entry;
  const isUndone = remaining_leads !== null;
  const which = isUndone ? 'remaining' : 'imported';
  const hasLeads = isUndone ? remaining_leads !== 0 : import_type === 'leads';
  const hasCompanies = isUndone ? remaining_companies !== 0 : import_type === 'companies';
  return (
    <>
      {error_rows > 0 && <DownloadErrorsButton save={() => downloadErrors(entry)} />}
      {!isUndone && <UndoImport entry={entry} />}
      {hasCompanies && (
        <Link to={`${paths.adminCompanies}?import=${id}`} className={buttonClass()}>
          View {which} companies
        </Link>
      )}
      {hasLeads && (
        <Link to={`${paths.adminLeads}?import=${id}`} className={buttonClass()}>
          View {which} leads
        </Link>
      )}
    </>
  );
}

function Result({ entry }: { entry: PastImport }) {
  const { data: errors } = useQuery({ ...firstErrors(entry.id), enabled: entry.error_rows > 0 });
  const result = {
    successfulRows: entry.successful_rows,
    duplicateRows: entry.duplicate_rows,
    errorRows: entry.error_rows,
    companiesCreated: entry.companies_created,
  };
  return (
    <div className="space-y-5">
      {entry.undone_at && <UndoneNote entry={entry} undoneAt={entry.undone_at} />}
      <ImportCounts importType={entry.import_type} result={result} />
      {errors && errors.length > 0 && <ImportErrors first={errors} total={entry.error_rows} />}
    </div>
  );
}

function UndoneNote({ entry, undoneAt }: { entry: PastImport; undoneAt: string }) {
  const { removed_leads, removed_companies, remaining_leads, remaining_companies } = entry;
  const removed = leadsAndCompanies(removed_leads, removed_companies);
  if (remaining_leads === null || remaining_companies === null) {
    return (
      <Note tone="warning" title="This import is partly undone">
        {removed} removed so far. Choose Finish undoing to remove the rest.
      </Note>
    );
  }
  return (
    <Note title="This import was undone">
      <p>
        {removed} removed, <RelativeTime at={undoneAt} />
        <By name={entry.undoneBy} />.
      </p>
      {remaining_leads + remaining_companies > 0 && (
        <Remaining id={entry.id} leads={remaining_leads} companies={remaining_companies} />
      )}
    </Note>
  );
}

function Remaining({ id, leads, companies }: { id: string; leads: number; companies: number }) {
  const { data: names } = useQuery(remainingNames(id));
  return (
    <div className="mt-1.5 space-y-0.5">
      {leads > 0 && (
        <p>
          {leadsAndCompanies(leads, 0)} left, changed since the import
          {names && `: ${firstOf(names.leads, Math.max(leads, names.leads.length))}`}
        </p>
      )}
      {companies > 0 && (
        <p>
          {leadsAndCompanies(0, companies)} left, changed since the import or used by a remaining lead
          {names && `: ${firstOf(names.companies, Math.max(companies, names.companies.length))}`}
        </p>
      )}
    </div>
  );
}
