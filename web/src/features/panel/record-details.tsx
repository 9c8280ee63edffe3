import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type ReactNode, useContext, useState } from 'react';
import { mergeCustomValues } from '#domain/custom-fields.ts';
import { HistoryList } from '@/features/activity/lead-history-dialog.tsx';
import { Comments } from '@/features/comments/comments.tsx';
import { commentList } from '@/features/comments/data.ts';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { texts as fieldTexts } from '@/features/custom-fields/texts.ts';
import { DecisionToggle } from '@/features/review/decision-toggle.tsx';
import { DecisionsContext } from '@/features/review/decisions.ts';
import { RejectionDetails } from '@/features/review/reasons/rejection-details.tsx';
import { KeyHints } from '@/features/review/review-progress.tsx';
import { visitorArea } from '@/features/session/access.ts';
import { useSession } from '@/features/session/session.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { useRole } from '@/features/session/use-role.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { DuplicateNote } from './duplicate-note.tsx';
import { EditFields, hasDraft } from './edit-fields.tsx';
import { FieldList, TextLink, TextOrAddress } from './panel-parts.tsx';
import type { CompanyRecord, LeadRecord } from './record-data.ts';
import { texts } from './texts.ts';

export type RecordDetailsProps = {
  table: TableName;
  record: LeadRecord | CompanyRecord;
  picture: ReactNode;
  /** A description in a few words. */
  about: readonly (string | null)[];
  /** A note above the fields. */
  note?: ReactNode;
  /** The names and values of its fields, in order. */
  fields: readonly (readonly [keyof typeof texts.fields, ReactNode])[];
  /** The sections of what belongs to it, and whether any of them is still loading. */
  children: ReactNode;
  isLoading: boolean;
};

/** Below the name and, on a phone, at the bottom of the screen, where the thumb is. */
const DECISION =
  'mt-4 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-border max-md:border-t max-md:bg-raised max-md:p-3 max-md:[&>[role=group]]:flex max-md:[&_button]:h-11 max-md:[&_button]:flex-1';

/** The parts that the panels of leads and companies share. The sections are shown together once all are loaded, so that none moves those below it. */
export function RecordDetails(props: RecordDetailsProps) {
  const { table, record, picture, about, note, fields, children, isLoading } = props;
  const isAdminArea = useIsAdminArea();
  const { id, name, customer_id, created_at, is_approved } = record;
  const isViewer = useRole(customer_id) === 'viewer';
  const words = about.filter(Boolean).join(' · ');
  const commented = { kind: table === 'leads' ? 'lead' : 'company', id, customerId: customer_id } as const;
  const comments = useQuery(commentList(commented, visitorArea(useSession()) === 'customer'));
  const areSectionsLoading = isLoading || comments.isLoading;
  const customValues = useCustomValues(table, record);
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
      <div className={DECISION}>
        <DecisionToggle row={record} withWords />
        {isViewer ? <p className="mt-1.5 text-muted text-xs">{commonTexts.viewer}</p> : <KeyHints className="mt-2.5" />}
      </div>
      {is_approved === false && <RejectionDetails table={table} row={record} />}
      {note}
      <DuplicateNote table={table} record={record} />
      <ChangedNote table={table} record={record} />
      <Editable table={table} record={record}>
        <FieldList
          fields={[
            ...fields.map(([field, value]) => ({ label: texts.fields[field], value })),
            { label: texts.fields.created_at, value: <RelativeTime at={created_at} /> },
            ...customValues,
            ...(isAdminArea ? adminFields(record) : []),
          ]}
        />
      </Editable>
      {areSectionsLoading && <SectionsSkeleton />}
      <div hidden={areSectionsLoading}>
        {children}
        <DecisionHistory record={record} />
        <Section look="panel" title={texts.comments}>
          <Comments of={commented} />
        </Section>
        {isAdminArea && <RecordActivity table={table} row={record} />}
      </div>
    </>
  );
}

const SectionsSkeleton = () =>
  ['company', 'decisions'].map((name) => (
    <div key={name} className="mt-6 space-y-3">
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="h-12" />
    </div>
  ));

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

/** The fields that only administrators see: the customer, and the import that created the row. */
function adminFields({ customer_id, customers, import_id, imports, import_matches }: LeadRecord | CompanyRecord) {
  const importLink = (id: string, name: string | undefined) => (
    <TextLink to={`${paths.adminImports}?import=${id}`}>{name ?? id}</TextLink>
  );
  return [
    {
      label: texts.fields.customer,
      value: <TextLink to={paths.adminCustomer.replace(':id', customer_id)}>{customers.name}</TextLink>,
    },
    {
      label: texts.fields.alsoIn,
      value: import_matches.length > 0 && (
        <ul>
          {import_matches.map(
            ({ import_id: id, imports: also }) => id && <li key={id}>{importLink(id, also?.file_name)}</li>,
          )}
        </ul>
      ),
    },
    { label: texts.fields.import, value: import_id && importLink(import_id, imports?.file_name) },
  ].filter(({ value }) => value !== false);
}

type CustomValuesProps = { table: TableName; record: LeadRecord | CompanyRecord };

/** The custom fields of a row with their values. */
function useCustomValues(table: TableName, record: LeadRecord | CompanyRecord) {
  const fields = useCustomFields(record.customer_id, table);
  const values = mergeCustomValues(record);
  return fields.map(({ key, label, isInternal }) => {
    const text = values[key];
    return { label: isInternal ? fieldTexts.internal(label) : label, value: text && <TextOrAddress text={text} /> };
  });
}

/** The fields of a row that have changed since its decision, and a button that confirms the decision. */
function ChangedNote({ table, record }: CustomValuesProps) {
  const decisions = useContext(DecisionsContext);
  const fields = useCustomFields(record.customer_id, table);
  const isViewer = useRole(record.customer_id) === 'viewer';
  const { decided_values, is_approved } = record;
  if (!decided_values || is_approved === null) return null;
  const { custom, ...columns } = decided_values as Record<string, unknown>;
  const before = custom as Record<string, string> | undefined;
  const now = mergeCustomValues({ custom: record.custom });
  const changes = [
    ...Object.entries(columns).map(([name, value]) => ({ label: fieldLabel(name), value })),
    ...fields
      .filter(({ key }) => before && before[key] !== now[key])
      .map(({ key, label }) => ({ label, value: before?.[key] })),
  ];
  return (
    <div className="mt-4">
      <Note
        tone="warning"
        title={texts.changed.title}
        action={
          !isViewer && (
            <Button size="sm" onClick={() => decisions?.decide(record, is_approved)}>
              {texts.changed.confirm(is_approved)}
            </Button>
          )
        }
      >
        <ul>
          {changes.map(({ label, value }) => (
            <li key={label} className="wrap-anywhere" dir="auto">
              {texts.changed.was(label, value === null || value === undefined ? null : String(value))}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

const fieldLabel = (name: string) => (texts.fields as Readonly<Record<string, string>>)[name] ?? name;

type EditableProps = { table: TableName; record: LeadRecord | CompanyRecord; children: ReactNode };

/** The fields of a row, which administrators can edit. */
function Editable({ table, record, children }: EditableProps) {
  const isAdminArea = useIsAdminArea();
  const { user } = useSession();
  const [isEditing, setEditing] = useState(() => isAdminArea && hasDraft(user?.id ?? '', record.id));
  /** Once the user has pressed a button here, what replaces it gets the focus. */
  const [hasFocus, setHasFocus] = useState(false);
  const show = (next: boolean) => {
    setEditing(next);
    setHasFocus(true);
  };
  const edit = isAdminArea && !isEditing && (
    <Button size="sm" icon={Pencil} autoFocus={hasFocus} onClick={() => show(true)}>
      {texts.edit.label}
    </Button>
  );
  return (
    <Section look="panel" title={texts.details} aside={edit}>
      {isEditing ? (
        <EditFields table={table} record={record} autoFocus={hasFocus} onClose={() => show(false)} />
      ) : (
        children
      )}
    </Section>
  );
}
