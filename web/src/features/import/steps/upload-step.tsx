import { useEffect, useRef, useState } from 'react';
import type { ImportType } from '#domain/import/targets.ts';
import { AudienceInput } from '@/features/audiences/audience-select.tsx';
import { CreateCustomer } from '@/features/customers/create-customer.tsx';
import { CustomerSelect, useCustomerChoices } from '@/features/customers/customer-select.tsx';
import { useCustomerName } from '@/features/customers/data.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import { type ImportRun, PROBLEMS, type UploadState } from '../wizard-reducer.ts';
import { DropZone } from './drop-zone.tsx';
import { InterruptedNote, StepHeading } from './wizard-steps.tsx';

const { upload } = texts;

export type UploadStepProps = {
  state: UploadState;
  actions: Pick<ImportActions, 'bytesRead' | 'changeDraft' | 'resume'>;
};

export function UploadStep({ state, actions }: UploadStepProps) {
  const { draft, opening, problem, failed, audienceFrom } = state;
  const { importType, customerId, audience, file } = draft;
  const { bytesRead, changeDraft, resume } = actions;
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.problem) step.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state]);
  return (
    <div ref={step} className="mx-auto max-w-xl space-y-5">
      <StepHeading>{upload.title}</StepHeading>
      {problem && (
        <Note tone="danger" title={problem.title}>
          {problem.text}
        </Note>
      )}
      {failed && <FailedNote run={failed} onResume={resume} />}
      <DropZone
        file={file}
        disabled={opening}
        isInvalid={problem !== null && problem !== PROBLEMS.noCustomer}
        onFile={(chosen) => changeDraft({ file: chosen })}
      />
      {opening && file && <OpeningBar file={file} bytesRead={bytesRead} />}
      <CustomerField
        importType={importType}
        value={customerId}
        error={problem === PROBLEMS.noCustomer ? upload.customerMissing : undefined}
        onChange={(id) => changeDraft({ customerId: id })}
        disabled={opening}
      />
      {importType === 'leads' && (
        <Field
          label={upload.audience}
          optional
          help={audienceFrom ? upload.audienceFrom(audienceFrom) : upload.audienceHelp}
        >
          <AudienceInput
            value={audience}
            onChange={(name) => changeDraft({ audience: name })}
            customers={customerId ? [customerId] : null}
            disabled={opening}
          />
        </Field>
      )}
      <p className="text-muted text-sm">{upload.hint}</p>
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
          title={upload.noCustomers}
          action={
            <Button size="sm" variant="primary" onClick={() => setIsCreating(true)}>
              {upload.createCustomer}
            </Button>
          }
        >
          {upload.noCustomersHint(importType)}
        </Note>
      ) : (
        <Field label={upload.customer} error={error}>
          <CustomerSelect value={value} onChange={onChange} disabled={disabled} />
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
      {texts.interrupted.failed(progress.totals.successfulRows, opened.totalRows, request.file.name, customerName)}
    </InterruptedNote>
  );
}

function OpeningBar({ file, bytesRead }: { file: File; bytesRead: number }) {
  const percent = `${Math.floor((100 * bytesRead) / Math.max(1, file.size))} %`;
  return (
    <div className="flex items-center gap-3 text-muted text-sm">
      <ProgressBar label={upload.reading} value={bytesRead} max={file.size} valueText={percent} className="flex-1" />
      <span className="tabular-nums">{upload.readPercent(percent)}</span>
    </div>
  );
}
