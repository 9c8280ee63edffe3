import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Finding } from '#domain/campaign/lint.ts';
import { replacePlaceholder } from '#domain/campaign/variables.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { MessagePreview } from '../message/message-preview.tsx';
import { useFindings } from '../message/use-findings.ts';
import { type Replacement, Warnings } from '../message/warnings.tsx';
import { texts } from '../texts.ts';
import { contentOf, draftOf } from './draft.ts';
import { StepConflict } from './step-conflict.tsx';
import { StepFields, type TextField } from './step-fields.tsx';
import { useSaveStep } from './use-save-step.ts';
import type { StepEditorState } from './use-step-editor.ts';

export function StepEditor({ editor, steps }: { editor: StepEditorState; steps: readonly Step[] }) {
  const form = useRef<HTMLFormElement>(null);
  const { campaign } = useCampaign();
  const { busy, conflict, save, keepMine, takeTheirs } = useSaveStep(editor, steps);
  const [visited, setVisited] = useState<readonly TextField[]>([]);
  const stored = editor.open?.stored ?? null;
  const content = contentOf(editor.open?.draft ?? draftOf());
  const before = steps.slice(0, stored ? stored.step_number - 1 : steps.length);
  const findings = useFindings(campaign.customer_id, [...before, content]).at(-1) ?? [];
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true });
  }, []);
  if (!editor.open) return null;

  const { draft } = editor.open;
  /** A new step has no text at first: that is no mistake until its field was left. The length is shown below the field. */
  const isDue = ({ kind }: Finding) => {
    if (kind === 'note-too-long') return false;
    const field = kind === 'no-subject' ? 'subject' : kind === 'no-message' ? 'message' : null;
    return stored !== null || field === null || visited.includes(field);
  };
  const replace = ({ placeholder, variable }: Replacement) => {
    const replaced = (text: string) => replacePlaceholder(text, placeholder, variable);
    editor.change({ subject: replaced(draft.subject), message: replaced(draft.message) });
    form.current?.querySelector('textarea')?.focus(); // the pressed button disappears
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (conflict === undefined && !busy) save();
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };

  return (
    <form
      ref={form}
      aria-label={stored ? texts.editor.edit(stored.step_number) : texts.editor.new}
      noValidate
      onSubmit={submit}
      className="space-y-4 rounded-lg border border-accent bg-raised p-3 md:p-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <StepFields
          draft={draft}
          onChange={editor.change}
          onLeave={(field) => setVisited((fields) => [...fields, field])}
        />
        <MessagePreview type={draft.step_type} subject={content.subject ?? ''} message={draft.message} />
      </div>
      <Warnings findings={findings.filter(isDue)} onReplace={replace} />
      {conflict !== undefined ? (
        <StepConflict theirs={conflict} busy={busy} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <div className="flex justify-end gap-2">
          <Button onClick={() => editor.leave(() => {})}>{commonTexts.cancel}</Button>
          <Button variant="primary" type="submit" busy={busy}>
            {stored ? texts.editor.save : texts.steps.add}
          </Button>
        </div>
      )}
    </form>
  );
}
