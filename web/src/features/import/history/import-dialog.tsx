import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { Link } from 'react-router';
import { isSuppressed } from '#domain/contact-kind.ts';
import { listPath } from '@/features/lists/filters.ts';
import { writeFile } from '@/lib/file-sink.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { errorsFileName, errorsFormat } from '../csv/errors-csv.ts';
import { DownloadErrors, ImportCounts, ImportErrors } from '../import-result.tsx';
import { TellCustomer } from '../tell-customer.tsx';
import { texts } from '../texts.ts';
import { oneImport, type PastImport } from './history-data.ts';
import { fetchHeaders, firstErrors, rejectedRows, type StoredError, suppressedCount } from './rejected-rows-data.ts';
import { UndoImport } from './undo-import.tsx';
import { By, UndoneNote } from './undone-note.tsx';

export function ImportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(oneImport(id));
  const entry = query.data;
  return (
    <Dialog
      onOpenChange={onClose}
      size="lg"
      title={entry?.file_name ?? texts.entry.title}
      description={entry && <Summary entry={entry} />}
      footer={entry && <Actions entry={entry} />}
    >
      <Loaded
        query={query}
        what={texts.entry.what}
        skeleton={
          <Loading label={commonTexts.loading(texts.entry.loading)} className="space-y-3">
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-32 w-full" />
          </Loading>
        }
      >
        {(found) =>
          found ? (
            <Result entry={found} />
          ) : (
            <EmptyState
              icon={FileX2}
              title={texts.entry.notFound}
              description={texts.entry.notFoundHint}
              action={<Button onClick={onClose}>{texts.entry.back}</Button>}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Summary({ entry: { import_type, customers, audience, importedBy, created_at } }: { entry: PastImport }) {
  return (
    <span className="wrap-anywhere">
      {texts.entry.for(texts.history.types[import_type], <bdi>{customers?.name}</bdi>)}
      {audience && texts.entry.audience(<bdi>{audience}</bdi>)}
      {texts.entry.at(created_at)}
      <By name={importedBy} />
    </span>
  );
}

const LISTS = { leads: paths.adminLeads, companies: paths.adminCompanies };

function Actions({ entry }: { entry: PastImport }) {
  const { id, customer_id, import_type, error_rows, updated_rows, remaining_leads, remaining_companies } = entry;
  const { data: suppressed = 0 } = useQuery({ ...suppressedCount(id), enabled: error_rows > 0 });
  const isUndone = remaining_leads !== null;
  const view = isUndone ? texts.wizard.viewRemaining : texts.wizard.viewImported;
  const hasLeads = isUndone ? remaining_leads !== 0 : import_type === 'leads';
  const hasCompanies = isUndone ? remaining_companies !== 0 : import_type === 'companies';
  return (
    <>
      {error_rows > 0 && (
        <DownloadErrors suppressed={suppressed} save={(isOnlySuppressed) => downloadErrors(entry, isOnlySuppressed)} />
      )}
      {!isUndone && entry.successful_rows > 0 && <TellCustomer importId={id} />}
      {!isUndone && <UndoImport entry={entry} />}
      {updated_rows > 0 && !isUndone && (
        <Link
          to={listPath(LISTS[import_type], { customerId: customer_id, importId: id, updated: true })}
          className={buttonClass()}
        >
          {texts.wizard.viewUpdated(import_type)}
        </Link>
      )}
      {hasCompanies && (
        <Link to={listPath(paths.adminCompanies, { customerId: customer_id, importId: id })} className={buttonClass()}>
          {view('companies')}
        </Link>
      )}
      {hasLeads && (
        <Link to={listPath(paths.adminLeads, { customerId: customer_id, importId: id })} className={buttonClass()}>
          {view('leads')}
        </Link>
      )}
    </>
  );
}

function Result({ entry }: { entry: PastImport }) {
  const { data: errors } = useQuery({ ...firstErrors(entry), enabled: entry.error_rows > 0 });
  const { data: suppressed = 0 } = useQuery({ ...suppressedCount(entry.id), enabled: entry.error_rows > 0 });
  const result = {
    successfulRows: entry.successful_rows,
    duplicateRows: entry.duplicate_rows,
    errorRows: entry.error_rows,
    companiesCreated: entry.companies_created,
    ...(entry.updating !== null && { updatedRows: entry.updated_rows }),
  };
  return (
    <div className="space-y-5">
      <UndoneNote entry={entry} />
      <ImportCounts importType={entry.import_type} result={result} suppressed={suppressed} />
      {errors && errors.length > 0 && <ImportErrors first={errors} total={entry.error_rows} />}
    </div>
  );
}

const downloadErrors = ({ id, file_name, error_rows }: PastImport, isOnlySuppressed: boolean) =>
  writeFile(errorsFileName(file_name, isOnlySuppressed), error_rows, async (write) => {
    const headers = await fetchHeaders(id);
    let format: ReturnType<typeof errorsFormat> | undefined;
    for await (const page of rejectedRows(id)) {
      if (!format) {
        format = errorsFormat(headers ?? numberedColumns(page));
        await write(format.head);
      }
      const { line } = format;
      const saved = isOnlySuppressed ? page.filter(isSuppressed) : page;
      await write(saved.map(({ cells, error }) => line(cells, error)).join(''));
    }
  });

function numberedColumns(rejected: readonly StoredError[]): string[] {
  const widest = Math.max(1, ...rejected.map(({ cells }) => cells.length));
  return Array.from({ length: widest }, (_, column) => texts.history.unnamedColumn(column + 1));
}
