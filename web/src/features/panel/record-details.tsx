import { type ReactNode, useState } from 'react';
import { HistoryList } from '@/features/activity/lead-history-dialog.tsx';
import { LazyComments } from '@/features/comments/lazy-comments.tsx';
import { ApprovalToggle } from '@/features/review/approval-toggle.tsx';
import { RejectionDetails } from '@/features/review/reasons/rejection-details.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { AdminFields } from './admin-fields.tsx';
import { ChangedNote, CustomFieldValues } from './custom-values.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { Editable } from './editable.tsx';
import { FieldValue, PanelSection } from './panel-parts.tsx';
import type { CompanyRecord, LeadRecord } from './record-data.ts';
import { texts } from './texts.ts';

export type RecordDetailsProps = {
  table: TableName;
  record: LeadRecord | CompanyRecord;
  picture: ReactNode;
  /** What it is, in a few words. */
  about: readonly (string | null)[];
  /** A note above the fields. */
  note?: ReactNode;
  /** The names and values of its fields, in order. */
  fields: readonly (readonly [keyof typeof texts.fields, ReactNode])[];
  /** The sections of what belongs to it. */
  children: ReactNode;
};

/** What the panels of leads and companies have in common. */
export function RecordDetails({ table, record, picture, about, note, fields, children }: RecordDetailsProps) {
  const isAdminArea = useIsAdminArea();
  const { id, name, customer_id, created_at, is_approved } = record;
  const words = about.filter(Boolean).join(' · ');
  return (
    <>
      <div className="flex items-center gap-3">
        <div className="self-start">{picture}</div>
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-semibold text-[1rem] leading-6" dir="auto">
            {name}
          </h2>
          {words && (
            <p className="wrap-anywhere text-muted text-sm" dir="auto">
              {words}
            </p>
          )}
        </div>
      </div>
      <div className="mt-4">
        <ApprovalToggle row={record} withWords />
        {is_approved === false && <RejectionDetails table={table} row={record} />}
      </div>
      {note}
      <ChangedNote table={table} record={record} />
      <Editable table={table} record={record}>
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
          {fields.map(([field, value]) => (
            <FieldValue key={field} label={texts.fields[field]} value={value} />
          ))}
          <FieldValue label={texts.fields.created_at} value={<RelativeTime at={created_at} />} />
          <CustomFieldValues table={table} record={record} />
          {isAdminArea && <AdminFields record={record} />}
        </dl>
      </Editable>
      {children}
      <DecisionHistory record={record} />
      <PanelSection title={texts.comments}>
        <LazyComments of={{ kind: table === 'leads' ? 'lead' : 'company', id, customerId: customer_id }} />
      </PanelSection>
      {isAdminArea && <RecordActivity table={table} row={record} />}
    </>
  );
}

/** The activity of a lead or company, which is read when it is unfolded. */
function RecordActivity({ table, row }: { table: TableName; row: LeadRecord | CompanyRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-6" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="mb-2 cursor-pointer font-medium text-muted text-xs">{texts.history}</summary>
      {isOpen && <HistoryList table={table} row={row} />}
    </details>
  );
}
