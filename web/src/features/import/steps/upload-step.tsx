import { useState } from 'react';
import type { ImportType } from '#domain/import/targets.ts';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { CreateCustomer } from '@/features/customers/create-customer.tsx';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import { useCustomerChoices } from '@/features/customers/use-customer-choices.ts';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { formatNumber } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { countedRows } from '../import-result.tsx';
import type { ImportActions } from '../use-import.ts';
import { type ImportRun, PROBLEMS, type UploadState } from '../wizard-reducer.ts';
import { DropZone } from './drop-zone.tsx';
import { InterruptedNote } from './interrupted-note.tsx';
import { StepHeading } from './wizard-steps.tsx';

export type UploadStepProps = {
  state: UploadState;
  actions: Pick<ImportActions, 'bytesRead' | 'changeDraft' | 'resume'>;
};

export function UploadStep({ state, actions }: UploadStepProps) {
  const { draft, opening, problem, failed, audienceFrom } = state;
  const { importType, customerId, audience, file } = draft;
  const { bytesRead, changeDraft, resume } = actions;
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <StepHeading>Choose a file</StepHeading>
      {problem && (
        <Note tone="danger" title={problem.title}>
          {problem.text}
        </Note>
      )}
      {failed && <FailedNote run={failed} onResume={resume} />}
      <DropZone file={file} disabled={opening} onFile={(chosen) => changeDraft({ file: chosen })} />
      {opening && file && <OpeningBar file={file} bytesRead={bytesRead} />}
      <CustomerField
        importType={importType}
        value={customerId}
        error={problem === PROBLEMS.noCustomer ? 'A customer is required.' : undefined}
        onChange={(id) => changeDraft({ customerId: id })}
        disabled={opening}
      />
      {importType === 'leads' && (
        <Field
          label="Audience"
          optional
          help={audienceFrom ? `From the import of ${audienceFrom}.` : 'Added to every lead in this file.'}
        >
          {(control) => (
            <AudienceInput
              control={control}
              value={audience}
              onChange={(name) => changeDraft({ audience: name })}
              customers={customerId ? [customerId] : null}
              disabled={opening}
            />
          )}
        </Field>
      )}
      <p className="text-muted text-sm">
        Exports from LinkedIn, Apollo, HubSpot, Excel and similar tools work as they are. Delimiter, encoding and lines
        above the header row are detected automatically. Duplicates are skipped.
      </p>
    </div>
  );
}

type CustomerFieldProps = {
  importType: ImportType;
  value: string | null;
  error: string | undefined;
  onChange: (customerId: string) => void;
  disabled: boolean;
};

/** The customer to choose, or to create if there is none. */
function CustomerField({ importType, value, error, onChange, disabled }: CustomerFieldProps) {
  const [isCreating, setIsCreating] = useState(false);
  const { status, choices } = useCustomerChoices(value);
  const isEmpty = status === null && choices.choices.length === 0 && value === null;
  return (
    <>
      {isEmpty ? (
        <Note
          title="No customers yet"
          action={
            <Button size="sm" variant="primary" onClick={() => setIsCreating(true)}>
              Create customer
            </Button>
          }
        >
          Create the customer that these {importType} belong to.
        </Note>
      ) : (
        <Field label="Customer" error={error}>
          {(control) => <CustomerSelect control={control} value={value} onChange={onChange} disabled={disabled} />}
        </Field>
      )}
      {isCreating && <CreateCustomer onClose={() => setIsCreating(false)} onCreated={onChange} />}
    </>
  );
}

function FailedNote({ run, onResume }: { run: ImportRun; onResume: () => void }) {
  const { request, progress, opened } = run;
  const customerName = useCustomerName(request.customerId);
  return (
    <InterruptedNote run={run} onResume={onResume}>
      {formatNumber(progress.totals.successfulRows)} of {countedRows(opened.totalRows)} of {request.file.name} imported
      {customerName && ` for ${customerName}`}.
    </InterruptedNote>
  );
}

function OpeningBar({ file, bytesRead }: { file: File; bytesRead: number }) {
  const percent = `${Math.floor((100 * bytesRead) / Math.max(1, file.size))} %`;
  return (
    <div className="flex items-center gap-3 text-muted text-sm">
      <ProgressBar label="Reading the file" value={bytesRead} max={file.size} valueText={percent} className="flex-1" />
      <span className="tabular-nums">Reading {percent}</span>
    </div>
  );
}
