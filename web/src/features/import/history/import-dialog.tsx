import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { formatMoment } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ImportErrors, ImportNumbers } from '../outcome.tsx';
import { firstErrors, oneImport, type PastImport } from './history-data.ts';
import { ImportActions } from './import-actions.tsx';
import { UndoneNote } from './undone-note.tsx';

export type ImportDialogProps = { id: string; onClose: () => void };

/** What one import came to, and what can be done with it. */
export function ImportDialog({ id, onClose }: ImportDialogProps) {
  const { data: entry, error, isPending, refetch } = useQuery(oneImport(id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={entry?.file_name ?? 'Import'}
      description={entry && <Circumstances entry={entry} />}
      footer={entry && <ImportActions entry={entry} />}
    >
      {entry && <Outcome entry={entry} />}
      {isPending && (
        <div role="status" aria-label="Loading the import" className="space-y-3">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
      {entry === null && (
        <EmptyState
          icon={FileX2}
          title="There is no such import"
          description="It went with its customer, or the address is not complete."
          action={<Button onClick={onClose}>Back to the history</Button>}
        />
      )}
      {error && !entry && <LoadError what="The import" error={error} onRetry={refetch} />}
    </Dialog>
  );
}

function Circumstances({ entry: { import_type, customers, audience, importer, created_at } }: { entry: PastImport }) {
  const what = import_type === 'leads' ? 'Leads' : 'Companies';
  return (
    <span className="wrap-anywhere">
      {what} for <bdi>{customers?.name}</bdi>
      {audience && (
        <>
          , audience <bdi>{audience}</bdi>
        </>
      )}
      , {formatMoment(new Date(created_at))}
      {importer && (
        <>
          {' '}
          by <bdi>{importer}</bdi>
        </>
      )}
    </span>
  );
}

function Outcome({ entry }: { entry: PastImport }) {
  const { data: errors } = useQuery({ ...firstErrors(entry.id), enabled: entry.error_rows > 0 });
  const result = {
    successfulRows: entry.successful_rows,
    duplicateRows: entry.duplicate_rows,
    errorRows: entry.error_rows,
    companiesCreated: entry.companies_created,
  };
  return (
    <div className="space-y-5">
      <UndoneNote entry={entry} />
      <ImportNumbers importType={entry.import_type} result={result} />
      {errors && errors.length > 0 && <ImportErrors first={errors} total={entry.error_rows} />}
    </div>
  );
}
