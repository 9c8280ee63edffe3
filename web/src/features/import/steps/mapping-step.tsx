import { clsx } from 'clsx';
import { CircleCheck, CircleSlash2 } from 'lucide-react';
import { useId } from 'react';
import { suggestTarget } from '#domain/import/headers.ts';
import { type ImportType, isTarget, type Target, targetsOf } from '#domain/import/targets.ts';
import { useCustomerName } from '@/features/customers/data.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { Select } from '@/ui/select.tsx';
import { Tooltip } from '@/ui/tooltip.tsx';
import { texts } from '../texts.ts';
import type { ImportActions } from '../use-import.ts';
import { canImport, type MappingSource, type MappingState, rowsDone } from '../wizard-reducer.ts';
import { describeColumnUse } from './column-use.ts';
import { InterruptedNote } from './interrupted-note.tsx';
import { Preview } from './preview.tsx';
import { StepHeading } from './wizard-steps.tsx';

const { mapping: mappingTexts } = texts;

export type MappingStepProps = {
  state: MappingState;
  actions: Pick<ImportActions, 'mapColumn' | 'chooseSource' | 'resume'>;
};

export function MappingStep({ state, actions }: MappingStepProps) {
  const { request, opened, mapping, saved, source, interrupted } = state;
  const { importType } = request;
  const customerName = useCustomerName(request.customerId);
  const mapped = opened.headers.filter((header) => mapping[header] !== 'ignore').length;
  const describeUse = describeColumnUse(importType, opened.headers, mapping);
  return (
    <div className="space-y-6">
      <div>
        <StepHeading>{mappingTexts.title}</StepHeading>
        <p className="text-muted text-sm tabular-nums">
          {mappingTexts.summary(mapped, opened.headers.length, opened.totalRows, customerName)}
        </p>
      </div>
      {interrupted && (
        <InterruptedNote run={interrupted.run} onResume={actions.resume}>
          {texts.interrupted.stopped(interrupted.startedAt, rowsDone(interrupted.run), opened.totalRows)}
        </InterruptedNote>
      )}
      {saved && <SavedMappingNote savedAt={saved.savedAt} source={source} onChoose={actions.chooseSource} />}
      {!canImport(importType, mapping) && <Note tone="danger">{mappingTexts.nameMissing[importType]}</Note>}
      <table className="block overflow-hidden rounded-lg border border-border bg-raised">
        <thead className="block">
          <tr className={clsx(ROW, 'border-b! text-left text-muted text-xs max-md:sr-only [&>th]:font-medium')}>
            <th>{mappingTexts.heads.column}</th>
            <th>{mappingTexts.heads.firstRow}</th>
            <th>{mappingTexts.heads.target}</th>
          </tr>
        </thead>
        <tbody className="block">
          {opened.headers.map((header, column) => (
            <ColumnRow
              key={header}
              importType={importType}
              header={header}
              samples={opened.firstRows.slice(0, SAMPLES).map(({ cells }) => cells[column]?.trim() || '–')}
              target={mapping[header] ?? 'ignore'}
              use={describeUse(header)}
              onMap={(target) => actions.mapColumn(header, target)}
            />
          ))}
        </tbody>
      </table>
      <Preview state={state} />
    </div>
  );
}

/** The first row's value is shown, the others on hover or focus. */
const SAMPLES = 3;

const ROW =
  'grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-border border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem]';

type ColumnRowProps = {
  importType: ImportType;
  header: string;
  samples: readonly string[];
  target: Target | 'ignore';
  use: string | null;
  onMap: (target: Target | 'ignore') => void;
};

function ColumnRow({ importType, header, samples, target, use, onMap }: ColumnRowProps) {
  const noteId = useId();
  const ignored = target === 'ignore';
  const suggested = suggestTarget(importType, header);
  const suggestedLabel = (suggested && targetsOf(importType)[suggested]?.label) ?? '';
  const Icon = ignored ? CircleSlash2 : CircleCheck;
  const options = [
    { value: 'ignore', label: mappingTexts.ignore },
    ...Object.entries(targetsOf(importType)).map(([value, { label }]) => ({ value, label })),
  ];
  return (
    <tr data-mapped={!ignored} className={clsx(ROW, ignored && 'bg-surface')}>
      <td className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className={clsx('size-4 shrink-0', ignored ? 'text-muted' : 'text-success')} />
        <span className={clsx('truncate', ignored ? 'text-muted' : 'font-medium')} title={header}>
          {header}
        </span>
      </td>
      <td className="min-w-0 text-muted text-sm">
        <Sample values={samples} />
      </td>
      <td className="min-w-0">
        <Select
          label={mappingTexts.mapsTo(header)}
          aria-describedby={use ? noteId : undefined}
          value={target}
          options={options}
          onChange={(value) => onMap(isTarget(importType, value) ? value : 'ignore')}
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
        {use && (
          <p id={noteId} className="mt-1 break-words text-muted text-xs">
            {use}
          </p>
        )}
      </td>
    </tr>
  );
}

function Sample({ values: [first = '–', ...more] }: { values: readonly string[] }) {
  if (more.length === 0) return <span className="block truncate">{first}</span>;
  return (
    <Tooltip
      content={
        <ul className="space-y-1">
          {[first, ...more].map((value, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and equal values
            <li key={row} className="line-clamp-3 break-words">
              {value}
            </li>
          ))}
        </ul>
      }
    >
      <button type="button" className="block max-w-full cursor-default truncate rounded-sm text-left">
        {first}
      </button>
    </Tooltip>
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
