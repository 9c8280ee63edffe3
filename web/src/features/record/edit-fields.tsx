import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { checkEditedFields, type FieldTexts, fieldTexts } from '#domain/import/edited-fields.ts';
import { type Target, targetsOf } from '#domain/import/targets.ts';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { useSession } from '@/features/session/session.tsx';
import { draftsOf } from '@/lib/drafts.ts';
import { reasonOf } from '@/lib/failure.ts';
import { listKeys, type TableName } from '@/lib/list-keys.ts';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input, Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { type CompanyRecord, type LeadRecord, recordQuery, updateRecord } from './record-data.ts';
import { texts } from './texts.ts';

type Stored = LeadRecord | CompanyRecord;

export type EditFieldsProps = { table: TableName; record: Stored; onClose: () => void };

type Draft = { base: Stored; fields: FieldTexts; audience: string };

const drafts = draftsOf<Draft>('record');

export const hasDraft = (userId: string, id: string) => drafts.get(userId, id) !== undefined;

const LONG: readonly string[] = ['notes', 'description', 'headline'];

/** The fields of a row, for administrators to edit. They are checked as an import checks them. */
export function EditFields({ table, record, onClose }: EditFieldsProps) {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [draft, setStoredDraft] = useState<Draft>(
    () =>
      drafts.get(userId, record.id) ?? {
        base: record,
        fields: fieldTexts(table, record),
        audience: audienceOf(record),
      },
  );
  const [isTried, setTried] = useState(false);
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const { base, fields, audience } = draft;
  const before = fieldTexts(table, base);
  const checked = checkEditedFields(table, before, fields);
  const isAudienceChanged = audience.trim() !== audienceOf(base);
  const rules = Object.entries(targetsOf(table));

  const setDraft = (next: Draft) => {
    const isChanged = rules.some(([target]) => next.fields[target as Target] !== before[target as Target]);
    drafts.set(userId, record.id, isChanged ? next : undefined);
    setStoredDraft(next);
  };
  const close = () => {
    drafts.set(userId, record.id, undefined);
    onClose();
  };
  const { save, isSaving } = useSave({
    write: ({ change, from }: { change: Record<string, string | number | null>; from: Stored }) =>
      updateRecord(table, from, change),
    refresh: (cache) => invalidate(cache, listKeys(table).all),
    success: (isSaved) => (isSaved ? { title: texts.edit.saved, description: base.name } : null),
    failure: texts.edit.failed,
    reason: (error) => ((error as { code?: unknown }).code === '23505' ? texts.edit.duplicate : reasonOf(error)),
  });

  /** Saves over another user's change only where that is of other fields, or if the user has seen it. */
  const send = async (from: Stored) => {
    if ('error' in checked) return setTried(true);
    const change = { ...checked.change, ...(isAudienceChanged && { audience: audience.trim() || null }) };
    if (Object.keys(change).length === 0) return close();
    const saved = await save({ change, from });
    if (!saved) return;
    if (saved.result) return close();
    const current = await client.fetchQuery({ ...recordQuery(table, record.id), staleTime: 0 });
    if (!current) return close();
    if (conflictsIn(draft, current, table).length > 0) return setTheirs(current);
    if ((await save({ change, from: current }))?.result) close();
    else setTheirs(current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(base);
  };

  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      {theirs && (
        <Conflict
          fields={conflictsIn(draft, theirs, table)}
          onKeepMine={() => {
            setTheirs(null);
            send(theirs);
          }}
          onTakeTheirs={close}
        />
      )}
      {rules.map(([name, { label }]) => {
        const target = name as Target;
        const isLong = LONG.includes(name);
        const Control = isLong ? Textarea : Input;
        const isWrong =
          'error' in checked && checked.target === target && (isTried || fields[target] !== before[target]);
        return (
          <Field key={name} label={label} {...(isWrong && { error: checked.error })}>
            {(control) => (
              <Control
                {...control}
                className={isLong ? 'min-h-16!' : undefined}
                value={fields[target] ?? ''}
                dir="auto"
                autoComplete="off"
                onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                  setDraft({ ...draft, fields: { ...fields, [target]: event.target.value } })
                }
              />
            )}
          </Field>
        );
      })}
      {table === 'leads' && (
        <Field label={texts.fields.audience} help={texts.edit.audienceHelp}>
          {(control) => (
            <AudienceInput
              control={control}
              value={audience}
              onChange={(next) => setDraft({ ...draft, audience: next })}
              customers={[base.customer_id]}
            />
          )}
        </Field>
      )}
      <div className="sticky -bottom-4 -mx-5 flex justify-end gap-2 border-border border-t bg-raised px-5 py-3">
        <Button onClick={close}>{commonTexts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          {texts.edit.save}
        </Button>
      </div>
    </form>
  );
}

const audienceOf = (row: Stored): string => ('audience' in row && row.audience) || '';

type ConflictingField = { label: string; theirs: string; mine: string };

/** The fields that another user has changed since and the draft changes too. */
function conflictsIn({ base, fields, audience }: Draft, current: Stored, table: TableName): ConflictingField[] {
  const [before, now] = [fieldTexts(table, base), fieldTexts(table, current)];
  const all = Object.entries(targetsOf(table)).map(([name, { label }]) => {
    const target = name as Target;
    return { label, before: before[target], theirs: now[target] ?? '', mine: fields[target] ?? '' };
  });
  all.push({
    label: texts.fields.audience,
    before: audienceOf(base),
    theirs: audienceOf(current),
    mine: audience.trim(),
  });
  return all.filter((field) => field.theirs !== field.before && field.mine !== field.before);
}

type ConflictProps = { fields: readonly ConflictingField[]; onKeepMine: () => void; onTakeTheirs: () => void };

/** Both versions of the fields that two users changed. */
function Conflict({ fields, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
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
  );
}
