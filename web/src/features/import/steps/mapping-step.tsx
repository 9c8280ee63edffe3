import { useId } from 'react';
import type { Reading } from '#domain/csv/encoding.ts';
import type { ReadingOption } from '#domain/csv/readings.ts';
import { type CustomField, customLabel, customLimits, matchingField } from '#domain/custom-fields.ts';
import { hasDataAsHeaders, headersOfPeople, suggestTarget } from '#domain/import/headers.ts';
import {
  type ColumnTarget,
  type ImportType,
  importTargets,
  isColumnTarget,
  parseCustomKey,
} from '#domain/import/targets.ts';
import { useCustomerName } from '@/features/customers/data.ts';
import { Button } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import {
  canImport,
  fieldsIn,
  fieldsLeft,
  ignoredIn,
  type MappingSource,
  type MappingState,
  newFields,
  rowsDone,
} from '../wizard-reducer.ts';
import { ColumnRow, ColumnTable } from './column-table.tsx';
import { describeColumnUse } from './column-use.ts';
import { Duplicates } from './duplicates.tsx';
import { Preview } from './preview.tsx';
import { InterruptedNote, StepHeading } from './wizard-steps.tsx';

const { mapping: mappingTexts } = texts;

export type MappingStepProps = {
  state: MappingState;
  actions: Pick<ImportActions, 'dispatch' | 'resume' | 'previewUpdates' | 'read'>;
};

export function MappingStep({ state, actions }: MappingStepProps) {
  const { request, opened, mapping, saved, source, interrupted } = state;
  const { importType } = request;
  const { dispatch } = actions;
  const customerName = useCustomerName(request.customerId);
  const mapped = opened.headers.filter((header) => mapping[header] !== 'ignore').length;
  const fields = fieldsIn(state);
  const added = newFields(state);
  const isFull = fieldsLeft(state) <= 0;
  const describeUse = describeColumnUse(importType, opened.headers, mapping, state.stored);
  return (
    <div className="space-y-6">
      <div>
        <StepHeading>{mappingTexts.title}</StepHeading>
        <p className="text-muted text-sm">
          {mappingTexts.summary(mapped, opened.headers.length, opened.totalRows, customerName)}
        </p>
      </div>
      {interrupted && (
        <InterruptedNote run={interrupted.run} onResume={actions.resume}>
          {texts.interrupted.stopped(interrupted.startedAt, rowsDone(interrupted.run), opened.totalRows)}
        </InterruptedNote>
      )}
      {saved && (
        <SavedMappingNote
          savedAt={saved.savedAt}
          source={source}
          onChoose={(source) => dispatch({ type: 'source chosen', source })}
        />
      )}
      {importType === 'companies' && (
        <PeopleNote headers={opened.headers} onLeads={() => actions.read({ ...request, importType: 'leads' })} />
      )}
      {hasDataAsHeaders(opened.headers) && <Note tone="warning">{mappingTexts.dataAsHeaders}</Note>}
      <ReadingNote state={state} onChoose={(reading) => actions.read(request, reading)} />
      <NamesNote state={state} onMap={(header, target) => dispatch({ type: 'column mapped', header, target })} />
      <Duplicates state={state} actions={actions} />
      <KeepNote state={state} onKeep={(headers) => dispatch({ type: 'columns added', headers })} />
      {!canImport(importType, mapping) && <Note tone="danger">{mappingTexts.nameMissing[importType]}</Note>}
      <ColumnTable>
        {opened.headers.map((header, column) => (
          <TargetRow
            key={header}
            importType={importType}
            header={header}
            samples={opened.samples[column]}
            target={mapping[header] ?? 'ignore'}
            use={describeUse(header)}
            fields={fields}
            isFull={isFull}
            newField={added.find(({ key }) => key === parseCustomKey(mapping[header]))}
            onMap={(target) => dispatch({ type: 'column mapped', header, target })}
            onKeep={() => dispatch({ type: 'columns added', headers: [header] })}
            onMark={(key, isInternal) => dispatch({ type: 'field marked', key, isInternal })}
          />
        ))}
      </ColumnTable>
      <Preview state={state} />
    </div>
  );
}

type TargetRowProps = {
  importType: ImportType;
  header: string;
  samples: readonly string[] | undefined;
  target: ColumnTarget | 'ignore';
  use: string | null;
  /** The customer's custom fields, and whether it can have no more. */
  fields: readonly CustomField[];
  isFull: boolean;
  /** The field that the import creates for the column. */
  newField: CustomField | undefined;
  onMap: (target: ColumnTarget | 'ignore') => void;
  onKeep: () => void;
  onMark: (key: string, isInternal: boolean) => void;
};

/** The value of the option that adds a field. */
const KEEP = 'keep';

/** The options of a column: the targets, then the field of its header, and the other fields. */
function targetOptions({ importType, header, target, fields, isFull }: TargetRowProps) {
  const own = fields.find(({ key }) => key === parseCustomKey(target)) ?? matchingField(header, fields);
  const keep = mappingTexts.keepAs(own?.label ?? customLabel(header));
  const others = fields.filter((field) => field !== own);
  return [
    { value: 'ignore', label: mappingTexts.ignore },
    ...Object.entries(importTargets(importType)).map(([value, { label }]) => ({ value, label })),
    ...(own ? [{ value: `custom:${own.key}`, label: keep }] : isFull ? [] : [{ value: KEEP, label: keep }]),
    ...others.map(({ key, label }) => ({ value: `custom:${key}`, label: mappingTexts.customField(label) })),
  ];
}

/** Notices a file that was chosen for the wrong list. */
function PeopleNote({ headers, onLeads }: { headers: readonly string[]; onLeads: () => void }) {
  const found = headersOfPeople(headers);
  if (found.length === 0) return null;
  return (
    <Note
      tone="warning"
      action={
        <Button size="sm" onClick={onLeads}>
          {mappingTexts.uploadAsLeads}
        </Button>
      }
    >
      {mappingTexts.people(found)}
    </Note>
  );
}

type ReadingNoteProps = { state: MappingState; onChoose: (reading: ReadingOption) => void };

/** Asks how to read a file whose bytes do not say it. Nothing is chosen beforehand, because a wrong choice would spoil the names. */
function ReadingNote({ state: { opened }, onChoose }: ReadingNoteProps) {
  const { readings, reading } = opened;
  if (!readings) return null;
  const readingKey = ({ encoding, twice }: Reading) => `${encoding} ${twice ?? ''}`;
  const isTwice = readings.some(({ twice }) => twice);
  const { asIs, hint, label, names, option, repaired, title, twice } = texts.reading;
  return (
    <Note tone={reading ? 'info' : 'warning'} title={title}>
      <p>{isTwice ? twice : hint}</p>
      <Select
        className="mt-2 max-w-md"
        label={label}
        placeholder={label}
        value={reading && readingKey(reading)}
        options={readings.map((one) => ({
          value: readingKey(one),
          label: option(isTwice ? (one.twice ? repaired : asIs) : (names[one.encoding] ?? one.encoding), one.samples),
        }))}
        onChange={(key) => {
          const chosen = readings.find((one) => readingKey(one) === key);
          if (chosen) onChoose(chosen);
        }}
      />
    </Note>
  );
}

type NamesNoteProps = { state: MappingState; onMap: (header: string, target: 'name' | 'lastFirst') => void };

/** Says that names are turned, or asks where only some have the last name first. Nothing is lost if they stay as written. */
function NamesNote({ state: { opened, mapping }, onMap }: NamesNoteProps) {
  const { header = '', count = 0, filled = 0, example = '', name = '' } = opened.names?.turned ?? {};
  const isTurned = mapping[header] === 'lastFirst';
  if (!isTurned && mapping[header] !== 'name') return null;
  return (
    <Note
      tone={isTurned ? 'info' : 'warning'}
      action={
        <Button size="sm" onClick={() => onMap(header, isTurned ? 'name' : 'lastFirst')}>
          {isTurned ? texts.names.keep : texts.names.turn(name)}
        </Button>
      }
    >
      {isTurned ? texts.names.turned(example, name) : texts.names.some(count, filled, example)}
    </Note>
  );
}

/** Explains what keeping a column means, with one button that keeps all ignored ones. */
function KeepNote({ state, onKeep }: { state: MappingState; onKeep: (headers: string[]) => void }) {
  const ignored = ignoredIn(state);
  const hasCustom = Object.values(state.mapping).some((target) => parseCustomKey(target) !== null);
  const isFull = fieldsLeft(state) <= 0;
  if (ignored.length === 0 && !hasCustom) return null;
  return (
    <Note
      action={
        ignored.length > 0 &&
        !isFull && (
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              const selects = currentTarget
                .closest('[role=dialog]')
                ?.querySelectorAll<HTMLElement>('[data-mapped] [role=combobox]');
              selects?.[state.opened.headers.indexOf(ignored[0] ?? '')]?.focus(); // the button disappears
              onKeep(ignored);
            }}
          >
            {mappingTexts.keepAll(ignored.length)}
          </Button>
        )
      }
    >
      {hasCustom ? mappingTexts.customHint : mappingTexts.ignoredHint}
      {isFull && ` ${mappingTexts.full(customLimits.fields)}`}
    </Note>
  );
}

function TargetRow(props: TargetRowProps) {
  const { importType, header, samples, target, use, newField, onMap, onKeep, onMark } = props;
  const noteId = useId();
  const ignored = target === 'ignore';
  const suggested = suggestTarget(importType, header);
  const suggestedLabel = (suggested && importTargets(importType)[suggested]?.label) ?? '';
  return (
    <ColumnRow header={header} samples={samples} isIgnored={ignored}>
      <Select
        label={mappingTexts.mapsTo(header)}
        aria-describedby={use ? noteId : undefined}
        value={target}
        options={targetOptions(props)}
        onChange={(value) => (value === KEEP ? onKeep() : onMap(isColumnTarget(importType, value) ? value : 'ignore'))}
      />
      {ignored && suggested && (
        <Button
          size="sm"
          className="mt-1.5"
          aria-label={mappingTexts.mapHeaderTo(header, suggestedLabel)}
          onClick={({ currentTarget }) => {
            currentTarget.closest('td')?.querySelector<HTMLElement>('[role=combobox]')?.focus(); // the button disappears
            onMap(suggested);
          }}
        >
          {mappingTexts.mapTo(suggestedLabel)}
        </Button>
      )}
      {newField && (
        <CheckField
          checked={newField.isInternal}
          onChange={(isInternal) => onMark(newField.key, isInternal)}
          className="mt-1.5 items-center gap-2 text-muted text-xs"
        >
          {mappingTexts.agencyOnly}
        </CheckField>
      )}
      {use && (
        <p id={noteId} className="mt-1 break-words text-muted text-xs">
          {use}
        </p>
      )}
    </ColumnRow>
  );
}

type SavedMappingNoteProps = { savedAt: string; source: MappingSource; onChoose: (source: MappingSource) => void };

function SavedMappingNote({ savedAt, source, onChoose }: SavedMappingNoteProps) {
  const isSaved = source === 'saved';
  return (
    <Note
      action={
        <Button size="sm" onClick={() => onChoose(isSaved ? 'automatic' : 'saved')}>
          {isSaved ? mappingTexts.useAutomatic : mappingTexts.useSaved}
        </Button>
      }
    >
      {isSaved ? mappingTexts.saved(savedAt) : mappingTexts.automatic}
    </Note>
  );
}
