import type { ImportType } from '#domain/import/targets.ts';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { formatNumber } from '@/lib/format.ts';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { countedRows } from '../row-words.ts';
import type { Import } from '../use-import.ts';
import { PROBLEMS, type Wizard } from '../wizard.ts';
import { DropZone } from './drop-zone.tsx';
import { HaltedNote } from './interrupted-note.tsx';
import { StepHeading } from './step-heading.tsx';

export type UploadStepProps = {
  importType: ImportType;
  wizard: Extract<Wizard, { step: 'upload' }>;
  bytesRead: number;
  actions: Pick<Import, 'fillIn' | 'resume'>;
};

export function UploadStep({ importType, wizard, bytesRead, actions }: UploadStepProps) {
  const { draft, reading, problem, halted } = wizard;
  const { customerId, audience, file } = draft;
  const haltedCustomer = useCustomerName(halted?.order.customerId ?? null);
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <StepHeading>Choose the file</StepHeading>
      {problem && (
        <Note tone="danger" title={problem.title}>
          {problem.text}
        </Note>
      )}
      {halted && (
        <HaltedNote run={halted} resumeLabel="Resume" onResume={actions.resume}>
          {formatNumber(halted.reached.totals.successfulRows)} of {countedRows(halted.opened.totalRows)} imported from{' '}
          {halted.order.file.name} {haltedCustomer && `for ${haltedCustomer} `}before that
        </HaltedNote>
      )}
      <DropZone file={file} disabled={reading} onFile={(chosen) => actions.fillIn({ file: chosen })} />
      {reading && file && <ReadingBar file={file} bytesRead={bytesRead} />}
      <Field label="Customer" error={problem === PROBLEMS.noCustomer ? 'A customer is required.' : undefined}>
        {(control) => (
          <CustomerSelect
            control={control}
            value={customerId}
            onChange={(id) => actions.fillIn({ customerId: id })}
            disabled={reading}
          />
        )}
      </Field>
      {importType === 'leads' && (
        <Field label="Audience" optional help="Every lead of this file is put into it.">
          {(control) => (
            <AudienceInput
              control={control}
              value={audience}
              onChange={(name) => actions.fillIn({ audience: name })}
              customers={customerId ? [customerId] : null}
              disabled={reading}
            />
          )}
        </Field>
      )}
      <p className="text-muted text-sm">
        Any export with a header row will do, such as LinkedIn’s, Apollo’s, HubSpot’s or Excel’s. Delimiter, encoding
        and lines above the header are found by themselves; duplicates are skipped.
      </p>
    </div>
  );
}

function ReadingBar({ file, bytesRead }: { file: File; bytesRead: number }) {
  const percent = `${Math.floor((100 * bytesRead) / Math.max(1, file.size))} %`;
  return (
    <div className="flex items-center gap-3 text-muted text-sm">
      <ProgressBar label="Reading the file" value={bytesRead} max={file.size} valueText={percent} className="flex-1" />
      <span className="tabular-nums">Reading {percent}</span>
    </div>
  );
}
