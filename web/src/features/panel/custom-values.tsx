import { useContext } from 'react';
import { valuesOf } from '#domain/custom-fields.ts';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { texts as fieldTexts } from '@/features/custom-fields/texts.ts';
import { ApprovalsContext } from '@/features/review/approvals.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { FieldValue } from './panel-parts.tsx';
import type { CompanyRecord, LeadRecord } from './record-data.ts';
import { texts } from './texts.ts';

type CustomValuesProps = { table: TableName; record: LeadRecord | CompanyRecord };

/** The values of the custom fields of a row. */
export function CustomFieldValues({ table, record }: CustomValuesProps) {
  const fields = useCustomFields(record.customer_id, table);
  const values = valuesOf(record);
  return fields.map(({ key, label, isInternal }) => (
    <FieldValue key={key} label={isInternal ? fieldTexts.internal(label) : label} value={values[key]} />
  ));
}

/** What has changed since the decision about a row, and a button to decide the same again. */
export function ChangedNote({ table, record }: CustomValuesProps) {
  const approvals = useContext(ApprovalsContext);
  const fields = useCustomFields(record.customer_id, table);
  const { decided_values, is_approved } = record;
  if (!decided_values || is_approved === null) return null;
  const { custom, ...columns } = decided_values as Record<string, unknown>;
  const before = custom as Record<string, string> | undefined;
  const now = valuesOf({ custom: record.custom });
  const changes = [
    ...Object.entries(columns).map(([name, value]) => ({ label: labelOf(name), value })),
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
          <Button size="sm" onClick={() => approvals?.setApproval(record, is_approved)}>
            {texts.changed.confirm(is_approved)}
          </Button>
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

const labelOf = (name: string) => (texts.fields as Readonly<Record<string, string>>)[name] ?? name;
