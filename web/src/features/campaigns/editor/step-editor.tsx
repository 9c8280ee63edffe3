import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { lintStep } from '#domain/campaign/lint.ts';
import { Button } from '@/ui/button.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { leadGaps } from '../message/approved-leads-data.ts';
import { MessagePreview } from '../message/message-preview.tsx';
import { Warnings } from '../message/warnings.tsx';
import { contentOf } from './draft.ts';
import { StepConflict } from './step-conflict.tsx';
import { StepFields } from './step-fields.tsx';
import { useSaveStep } from './use-save-step.ts';
import type { StepEditorState } from './use-step-editor.ts';

export type StepEditorProps = { editor: StepEditorState; steps: readonly Step[] };

/** The fields of the open step, and a preview of its message. */
export function StepEditor({ editor, steps }: StepEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { campaign } = useCampaign();
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const { busy, conflict, save, keepMine, takeTheirs } = useSaveStep(editor, steps);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true });
  }, []);
  if (!editor.open) return null;

  const { stored, draft } = editor.open;
  const content = contentOf(draft);
  const before = steps.slice(0, stored ? stored.step_number - 1 : steps.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (conflict === undefined && !busy) save();
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form
      ref={form}
      aria-label={stored ? `Edit step ${stored.step_number}` : 'New step'}
      noValidate
      onSubmit={submit}
      className="space-y-4 rounded-lg border border-accent bg-raised p-3 md:p-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <StepFields draft={draft} onChange={editor.change} />
        <MessagePreview type={draft.step_type} subject={content.subject ?? ''} message={draft.message} />
      </div>
      <Warnings findings={lintStep(content, before, gaps)} />
      {conflict !== undefined ? (
        <StepConflict theirs={conflict} busy={busy} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <div className="flex justify-end gap-2">
          <Button onClick={() => editor.leave(() => {})}>Cancel</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {stored ? 'Save step' : 'Add step'}
          </Button>
        </div>
      )}
    </form>
  );
}
