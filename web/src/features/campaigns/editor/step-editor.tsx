import { type FormEvent, useEffect, useRef } from 'react';
import { lintStep } from '#domain/campaign/lint.ts';
import { Button } from '@/ui/button.tsx';
import type { Step } from '../data.ts';
import { Findings } from '../writing/findings.tsx';
import { Preview } from '../writing/preview.tsx';
import { useGaps } from '../writing/use-gaps.ts';
import { contentOf } from './draft.ts';
import { StepConflict } from './step-conflict.tsx';
import { StepFields } from './step-fields.tsx';
import type { Editing } from './use-editing.ts';
import { useSaveStep } from './use-save-step.ts';

export type StepEditorProps = { editing: Editing; steps: readonly Step[] };

/** The step that is being written, in its place, with its preview beside it. */
export function StepEditor({ editing, steps }: StepEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const gaps = useGaps();
  const saving = useSaveStep(editing, steps);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true });
  }, []);
  if (!editing.edited) return null;

  const { read, draft } = editing.edited;
  const content = contentOf(draft);
  const before = steps.slice(0, read ? read.step_number - 1 : steps.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.conflict === undefined && !saving.busy) saving.save();
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form
      ref={form}
      aria-label={read ? `Edit step ${read.step_number}` : 'New step'}
      noValidate
      onSubmit={submit}
      className="space-y-4 rounded-lg border border-accent bg-raised p-3 md:p-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <StepFields draft={draft} onChange={editing.write} />
        <Preview type={draft.step_type} subject={content.subject ?? ''} message={draft.message} />
      </div>
      <Findings findings={lintStep(content, before, gaps)} />
      {saving.conflict !== undefined ? (
        <StepConflict
          theirs={saving.conflict}
          busy={saving.busy}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
        />
      ) : (
        <div className="flex justify-end gap-2">
          <Button onClick={() => editing.leave(() => {})}>Cancel</Button>
          <Button variant="primary" type="submit" busy={saving.busy}>
            {read ? 'Save step' : 'Add step'}
          </Button>
        </div>
      )}
    </form>
  );
}
