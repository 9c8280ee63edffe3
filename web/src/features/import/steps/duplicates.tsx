import { useState } from 'react';
import type { Updating } from '#domain/import/updating.ts';
import { failureReason, isAbort } from '@/lib/failure.ts';
import { formatNumber } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useAbort } from '@/lib/use-work.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { Note } from '@/ui/note.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { Select } from '@/ui/select.tsx';
import { texts } from '../texts.ts';
import type { UpdateExample, UpdatesPreview } from '../updates-preview.ts';
import type { ImportActions } from '../use-import.ts';
import { canUpdate, type MappingState, updatableIn, updatingIn } from '../wizard-reducer.ts';

const { duplicates } = texts;

type DuplicatesProps = { state: MappingState; actions: Pick<ImportActions, 'dispatch' | 'previewUpdates'> };

const MODES = Object.entries(duplicates.modes).map(([value, label]) => ({ value, label }));

/** The choice of what the import does with duplicates, with a preview of the updates. */
export function Duplicates({ state, actions }: DuplicatesProps) {
  const updating = updatingIn(state);
  const fields = updatableIn(state);
  const choose = (chosen: Updating | null) => actions.dispatch({ type: 'updating chosen', updating: chosen });
  const chooseMode = (mode: string) => choose(mode === 'skip' ? null : { mode: mode as Updating['mode'], fields: [] });
  return (
    <section aria-label={duplicates.title} className="space-y-4">
      <Field label={duplicates.title} help={duplicates.help[updating?.mode ?? 'skip']} className="max-w-sm">
        <Select value={updating?.mode ?? 'skip'} options={MODES} onChange={chooseMode} />
      </Field>
      {updating?.mode === 'update' && (
        <FieldBoxes
          fields={fields}
          chosen={updating.fields}
          onChoose={(chosen) => choose({ mode: 'update', fields: chosen })}
        />
      )}
      {updating && (
        <>
          <p className="text-muted text-sm">
            {duplicates.never(state.request.importType, state.request.audience !== '')}{' '}
            {duplicates.keeps[state.request.importType]}
          </p>
          {canUpdate(state) && (
            <Updates
              key={JSON.stringify([updating, state.mapping])}
              total={state.opened.totalRows}
              labels={Object.fromEntries(fields.map(({ field, label }) => [field, label]))}
              read={(signal, report) => actions.previewUpdates(updating, signal, report)}
            />
          )}
        </>
      )}
    </section>
  );
}

type FieldBoxesProps = {
  fields: ReturnType<typeof updatableIn>;
  chosen: readonly string[];
  onChoose: (fields: string[]) => void;
};

function FieldBoxes({ fields, chosen, onChoose }: FieldBoxesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">
        {duplicates.fields} <span className="font-normal text-muted text-xs">{duplicates.fieldsHint}</span>
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2.5">
        <CheckField
          checked={chosen.length === 0 ? false : chosen.length === fields.length || 'indeterminate'}
          onChange={(checked) => onChoose(checked ? fields.map(({ field }) => field) : [])}
          className="w-full items-center gap-2 font-medium text-sm"
        >
          {duplicates.allFields}
        </CheckField>
        {fields.map(({ field, label }) => (
          <CheckField
            key={field}
            checked={chosen.includes(field)}
            onChange={(checked) => onChoose(checked ? [...chosen, field] : chosen.filter((other) => other !== field))}
            className="min-w-0 items-center gap-2 text-sm"
          >
            <span dir="auto" className="wrap-anywhere min-w-0">
              {label}
            </span>
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

type UpdatesProps = {
  total: number;
  labels: Readonly<Record<string, string>>;
  read: (signal: AbortSignal, report: (preview: UpdatesPreview) => void) => Promise<void>;
};

/** Reads the file when the button is pressed. */
function Updates({ total, labels, read }: UpdatesProps) {
  const [preview, setPreview] = useState<UpdatesPreview>();
  const [state, setState] = useState<'open' | 'reading' | 'done' | { error: string }>('open');
  const { start, abort } = useAbort();
  const show = async () => {
    const signal = start();
    setPreview(undefined);
    setState('reading');
    try {
      await read(signal, setPreview);
      setState(signal.aborted ? 'open' : 'done');
    } catch (error) {
      setState(isAbort(error) ? 'open' : { error: failureReason(error) });
    }
  };
  const done = preview?.rows ?? 0;

  if (state === 'reading') {
    return (
      <div className="flex items-center gap-3 text-muted text-sm">
        <ProgressBar
          label={duplicates.reading}
          value={done}
          max={total}
          valueText={texts.processing.progress(done, total)}
          className="flex-1"
        />
        <span className="tabular-nums">{texts.processing.progress(done, total)}</span>
        <Button size="sm" onClick={abort}>
          {commonTexts.cancel}
        </Button>
      </div>
    );
  }
  return (
    <>
      {typeof state === 'object' && (
        <Note tone="danger" title={duplicates.failed}>
          {state.error}
        </Note>
      )}
      {state === 'done' && preview ? (
        <Found preview={preview} labels={labels} />
      ) : (
        <Button onClick={show}>{duplicates.preview}</Button>
      )}
    </>
  );
}

function Found({ preview, labels }: { preview: UpdatesPreview; labels: UpdatesProps['labels'] }) {
  const changed = Object.entries(labels).flatMap(([field, label]) => {
    const count = preview.fields[field];
    return count ? [{ field, label, count }] : [];
  });
  return (
    <Card className="space-y-4 px-4 py-3" role="status">
      <p className="text-sm tabular-nums">{duplicates.found(preview)}</p>
      {changed.length > 0 && (
        <dl aria-label={duplicates.byField} className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {changed.map(({ field, label, count }) => (
            <div key={field} className="flex min-w-0 gap-2">
              <dt dir="auto" className="truncate text-muted">
                {label}
              </dt>
              <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {preview.examples.length > 0 && (
        <section aria-label={duplicates.examples}>
          <h4 className="mb-1 font-medium text-sm">{duplicates.examples}</h4>
          <ul className="divide-y divide-border text-sm">
            {preview.examples.map((example) => (
              <Example key={example.row} example={example} labels={labels} />
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

type ExampleProps = Pick<UpdatesProps, 'labels'> & { example: UpdateExample };

function Example({ example: { name, given, former }, labels }: ExampleProps) {
  return (
    <li className="py-2">
      <p dir="auto" className="truncate font-medium">
        {name}
      </p>
      {Object.entries(given).map(([field, value]) => (
        <p key={field} className="wrap-anywhere line-clamp-3 text-muted">
          {labels[field]}: {former[field] == null ? duplicates.empty : <del dir="auto">{String(former[field])}</del>} →{' '}
          <ins dir="auto" className="text-text no-underline">
            {String(value)}
          </ins>
        </p>
      ))}
    </li>
  );
}
