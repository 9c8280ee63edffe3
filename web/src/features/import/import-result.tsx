import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportResult, RowError } from '#domain/import/result.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { formatNumber } from '@/lib/format.ts';
import { useAttempt } from '@/lib/use-attempt.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { texts } from './texts.ts';

const { results } = texts;

export type ImportCountsProps = {
  importType: ImportType;
  /** How many of the errors are rows on a do-not-contact list. */
  suppressed: number;
  result: Pick<ImportResult, 'successfulRows' | 'duplicateRows' | 'errorRows' | 'companiesCreated' | 'updatedRows'>;
};

export function ImportCounts({ importType, suppressed, result }: ImportCountsProps) {
  const { successfulRows, duplicateRows, errorRows, companiesCreated, updatedRows } = result;
  return (
    <dl className={clsx('grid grid-cols-2 gap-3', importType === 'leads' ? 'md:grid-cols-4' : 'md:grid-cols-3')}>
      <CountCard name={results.imported} value={successfulRows} className="text-success" />
      <CountCard
        name={results.duplicates}
        value={duplicateRows}
        note={updatedRows === undefined ? undefined : results.updated(updatedRows)}
      />
      <CountCard
        name={results.errors}
        value={errorRows - suppressed}
        className={errorRows > suppressed ? 'text-danger' : ''}
      />
      {importType === 'leads' && <CountCard name={results.companiesCreated} value={companiesCreated} />}
      {suppressed > 0 && <CountCard name={results.suppressedRows} value={suppressed} />}
    </dl>
  );
}

type CountCardProps = { name: string; value: number; note?: string | undefined; className?: string };

function CountCard({ name, value, note, className }: CountCardProps) {
  return (
    <Card className="flex flex-col-reverse justify-end px-4 py-3">
      <dt className="text-muted text-sm">
        {name}
        {note && ` (${note})`}
      </dt>
      <dd className={clsx('font-semibold text-2xl tabular-nums', className)}>{formatNumber(value)}</dd>
    </Card>
  );
}

/** `row` as a spreadsheet numbers it; `name` is the row's own, if it has one. */
export type ShownError = RowError & { name: string | null };

export type ImportErrorsProps = {
  first: readonly ShownError[];
  total: number;
  /** Returns the fields in which the error at this index is corrected. */
  fields?: ((index: number) => ReactNode) | undefined;
  children?: ReactNode;
};

export function ImportErrors({ first, total, fields, children }: ImportErrorsProps) {
  const more = total - first.length;
  return (
    <section aria-label={results.errors}>
      <h4 className="mb-2 font-medium text-sm">{results.rejected}</h4>
      <ul className="divide-y divide-border rounded-lg border border-border bg-raised text-sm">
        {first.map(({ row, name, error }, index) => (
          <li key={row} className="flex gap-3 px-4 py-2">
            <span className="w-20 shrink-0 text-muted tabular-nums">{results.rowNumber(row)}</span>
            <div className="min-w-0 flex-1">
              {name !== null && (
                <p dir="auto" className="truncate font-medium" title={name}>
                  {name}
                </p>
              )}
              <p className="wrap-anywhere">{error}</p>
              {fields?.(index)}
            </div>
          </li>
        ))}
        {more > 0 && <li className="px-4 py-2 text-muted">{results.more(more)}</li>}
      </ul>
      {children}
    </section>
  );
}

type DownloadErrorsProps = { suppressed: number; save: (isOnlySuppressed: boolean) => Promise<unknown> };

/** Saves all errors, or those of rows that must not be contacted if there are any. */
export const DownloadErrors = ({ suppressed, save }: DownloadErrorsProps) => (
  <div className="mr-auto flex flex-wrap gap-2">
    <DownloadErrorsButton label={results.download} save={() => save(false)} />
    {suppressed > 0 && <DownloadErrorsButton label={results.downloadSuppressed(suppressed)} save={() => save(true)} />}
  </div>
);

/** `save` rejects with an AbortError if the user cancels the browser's save dialog. */
function DownloadErrorsButton({ save, label }: { save: () => Promise<unknown>; label: string }) {
  const { attempt, isBusy } = useAttempt(results.downloadFailed, save);
  return (
    <Button icon={Download} busy={isBusy} onClick={() => attempt()}>
      {label}
    </Button>
  );
}
