import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { type CustomField, type CustomValues, mergeCustomValues } from '#domain/custom-fields.ts';
import { checkEditedFields, type FieldTexts, fieldTexts } from '#domain/import/edited-fields.ts';
import { type ColumnTarget, storedTargets } from '#domain/import/targets.ts';
import { AudienceInput } from '@/features/audiences/audience-select.tsx';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { texts as customTexts } from '@/features/custom-fields/texts.ts';
import { useSession } from '@/features/session/session.tsx';
import { makeDrafts } from '@/lib/drafts.ts';
import { failureReason } from '@/lib/failure.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { FormElement } from '@/ui/form.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { focusInvalid } from '@/ui/use-form.ts';
import {
  type CompanyRecord,
  type LeadRecord,
  type RecordChange,
  recordQuery,
  saveInternalValues,
  updateRecord,
} from './record-data.ts';
import { texts } from './texts.ts';

type Stored = LeadRecord | CompanyRecord;

export type EditFieldsProps = {
  table: TableName;
  record: Stored;
  /** Whether the first field gets the focus. */
  autoFocus: boolean;
  onClose: () => void;
};

type Draft = { base: Stored; fields: FieldTexts; audience: string };

const drafts = makeDrafts<Draft>('record');

export const hasDraft = (userId: string, id: string) => drafts.get(userId, id) !== undefined;

const LONG: readonly string[] = ['notes', 'description', 'headline'];

/** The fields of a row, for administrators to edit. They are checked as an import checks them. */
export function EditFields({ table, record, autoFocus, onClose }: EditFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const custom = useCustomFields(record.customer_id, table);
  const rules = fieldRules(table, custom);
  const { draft, setDraft, forget } = useStoredDraft(record, rules);
  const { base, audience } = draft;
  const before = storedTexts(table, base, custom);
  const fields = { ...before, ...draft.fields };
  const checked = checkEditedFields(table, before, fields, custom);

  const close = () => {
    forget();
    onClose();
  };
  const { question } = useUnsavedChanges({
    isUnsaved: isEdited(draft, rules),
    description: texts.edit.unsaved(base.name),
    onDiscard: close,
    form,
  });
  const { save, isSaving } = useSaveEdit(table, base);

  /** Saves over another user's change only where that is of other fields, or if the user has seen it. */
  const send = async (from: Stored) => {
    if ('error' in checked) return focusInvalid(form.current, () => setTried(true));
    const visible = merged(from.custom, checked.custom, custom, false);
    const internal = merged(from.internal_values?.custom, checked.custom, custom, true);
    const change = {
      ...checked.change,
      ...(audience.trim() !== storedAudience(base) && { audience: audience.trim() || null }),
      ...(visible && { custom: visible }),
    };
    if (Object.keys(change).length === 0 && !internal) return close();
    const outcome = (await save({ change, internal, from }))?.result;
    if (!outcome) return;
    if (outcome.isSaved || !outcome.current) return close();
    if (conflictsIn(draft, outcome.current, rules).length > 0) setTheirs(outcome.current);
    else await send(outcome.current);
  };
  const resolve = () => {
    setTheirs(null);
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    await send(base);
  };

  return (
    <FormElement form={{ formRef: form, onSubmit }} className="space-y-3">
      {theirs && (
        <Conflict
          fields={conflictsIn(draft, theirs, rules)}
          onKeepMine={() => {
            resolve();
            send(theirs);
          }}
          onTakeTheirs={() => {
            const next = takeTheirs(draft, theirs, rules);
            if (!isEdited(next, rules)) return close();
            resolve();
            setDraft(next);
          }}
        />
      )}
      {rules.map(({ target, label }, index) => {
        const isDue = isTried || fields[target] !== before[target];
        return (
          <RecordField
            key={target}
            label={label}
            isLong={LONG.includes(target) || target.startsWith('custom:')}
            error={'error' in checked && checked.target === target && isDue ? checked.error : undefined}
            autoFocus={autoFocus && index === 0}
            value={fields[target] ?? ''}
            onChange={(text) => setDraft({ ...draft, fields: { ...draft.fields, [target]: text } })}
          />
        );
      })}
      {table === 'leads' && (
        <Field label={texts.fields.audience} help={texts.edit.audienceHelp}>
          <AudienceInput
            value={audience}
            onChange={(next) => setDraft({ ...draft, audience: next })}
            customers={[base.customer_id]}
          />
        </Field>
      )}
      <div className="sticky -bottom-4 -mx-5 flex justify-end gap-2 border-border border-t bg-raised px-5 py-3">
        <Button onClick={close}>{commonTexts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {texts.edit.save}
        </Button>
      </div>
      {question}
    </FormElement>
  );
}

type RecordFieldProps = {
  label: string;
  isLong: boolean;
  error: string | undefined;
  autoFocus: boolean;
  value: string;
  onChange: (text: string) => void;
};

function RecordField({ label, isLong, error, autoFocus, value, onChange }: RecordFieldProps) {
  const Control = isLong ? Textarea : Input;
  return (
    <Field label={label} error={error}>
      <Control
        autoFocus={autoFocus}
        className={isLong ? 'min-h-16!' : undefined}
        value={value}
        dir="auto"
        autoComplete="off"
        onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** The user's draft of a row. It is stored while it differs from the row, so that it stays when the panel shows another one. */
function useStoredDraft(record: Stored, rules: readonly Rule[]) {
  const { user } = useSession();
  const store = (draft?: Draft) => drafts.set(user?.id ?? '', record.id, draft);
  const [draft, setShownDraft] = useState<Draft>(
    () => drafts.get(user?.id ?? '', record.id) ?? { base: record, fields: {}, audience: storedAudience(record) },
  );
  const setDraft = (next: Draft) => {
    store(isEdited(next, rules) ? next : undefined);
    setShownDraft(next);
  };
  return { draft, setDraft, forget: () => store() };
}

/** Saves a change to a row, unless another user has changed it since. */
function useSaveEdit(table: TableName, { id, name }: Stored) {
  const client = useQueryClient();
  return useSave({
    write: async ({ change, internal, from }: SavedEdit): Promise<SaveOutcome> => {
      if (!(await updateRecord(table, from, change))) {
        return { isSaved: false, current: await client.fetchQuery({ ...recordQuery(table, id), staleTime: 0 }) };
      }
      if (internal) await saveInternalValues(table, from, internal);
      return { isSaved: true };
    },
    refresh: (cache) => invalidate(cache, listKeys(table).all),
    success: ({ isSaved }) => (isSaved ? { title: texts.edit.saved, description: name } : null),
    failure: texts.edit.failed,
    reason: (error) =>
      (error as { code?: unknown }).code === '23505' ? texts.edit.duplicate[table] : failureReason(error),
  });
}

const storedAudience = (row: Stored): string => ('audience' in row && row.audience) || '';

type SavedEdit = { change: RecordChange; internal: CustomValues | null; from: Stored };

type Rule = { target: ColumnTarget; label: string; read: (row: Stored) => string };

const storedTexts = (table: TableName, row: Stored, custom: readonly CustomField[]) =>
  fieldTexts(table, row, custom, mergeCustomValues(row));

/** The fields to edit, with their labels and their texts in a row. */
function fieldRules(table: TableName, custom: readonly CustomField[]): Rule[] {
  const rules = [
    ...storedTargets(table).map(([target, { label }]) => ({ target: target as ColumnTarget, label })),
    ...custom.map(({ key, label, isInternal }) => ({
      target: `custom:${key}` as const,
      label: isInternal ? customTexts.internal(label) : label,
    })),
  ];
  return rules.map((rule) => ({ ...rule, read: (row) => storedTexts(table, row, custom)[rule.target] ?? '' }));
}

/** The values of internal fields, or of the others, with those that were edited; null if none was. */
function merged(
  stored: unknown,
  edited: Readonly<Record<string, string | null>> = {},
  custom: readonly CustomField[],
  isInternal: boolean,
): CustomValues | null {
  const keys = custom.filter((field) => field.isInternal === isInternal && field.key in edited).map(({ key }) => key);
  if (keys.length === 0) return null;
  const values = new Map(Object.entries((stored ?? {}) as CustomValues));
  for (const key of keys) {
    const value = edited[key];
    if (value) values.set(key, value);
    else values.delete(key);
  }
  return Object.fromEntries(values);
}

/** `current` is what another user has made of the row; null if it was deleted. */
type SaveOutcome = { isSaved: true } | { isSaved: false; current: Stored | null };

function isEdited({ base, fields, audience }: Draft, rules: readonly Rule[]): boolean {
  return (
    rules.some(({ target, read }) => (fields[target] ?? read(base)) !== read(base)) || audience !== storedAudience(base)
  );
}

/** The draft with the fields that another user has changed as that user left them. */
function takeTheirs({ base, fields, audience }: Draft, current: Stored, rules: readonly Rule[]): Draft {
  const mine = rules.filter(({ target, read }) => target in fields && read(current) === read(base));
  return {
    base: current,
    fields: Object.fromEntries(mine.map(({ target }) => [target, fields[target]])),
    audience: storedAudience(current) === storedAudience(base) ? audience : storedAudience(current),
  };
}

type ConflictingField = { label: string; theirs: string; mine: string };

/** The fields that another user has changed since, and the draft changes to something else. */
function conflictsIn({ base, fields, audience }: Draft, current: Stored, rules: readonly Rule[]): ConflictingField[] {
  const all = rules.map(({ target, label, read }) => ({
    label,
    before: read(base),
    theirs: read(current),
    mine: fields[target] ?? read(base),
  }));
  all.push({
    label: texts.fields.audience,
    before: storedAudience(base),
    theirs: storedAudience(current),
    mine: audience.trim(),
  });
  return all.filter(
    (field) => field.theirs !== field.before && field.mine !== field.before && field.mine !== field.theirs,
  );
}

type ConflictProps = { fields: readonly ConflictingField[]; onKeepMine: () => void; onTakeTheirs: () => void };

/** Both versions of the fields that two users changed. Gets the focus, because the form may be scrolled. */
function Conflict({ fields, onKeepMine, onTakeTheirs }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Note
        tone="warning"
        title={texts.edit.conflict}
        action={
          <>
            <Button size="sm" variant="primary" onClick={onKeepMine}>
              {texts.edit.keepMine}
            </Button>
            <Button size="sm" onClick={onTakeTheirs}>
              {texts.edit.takeTheirs}
            </Button>
          </>
        }
      >
        <dl className="mt-1 space-y-2">
          {fields.map(({ label, theirs, mine }) => (
            <div key={label}>
              <dt className="font-medium">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{texts.edit.theirs(theirs || texts.empty)}</dd>
              <dd className="wrap-anywhere whitespace-pre-wrap">{texts.edit.mine(mine || texts.empty)}</dd>
            </div>
          ))}
        </dl>
      </Note>
    </div>
  );
}
