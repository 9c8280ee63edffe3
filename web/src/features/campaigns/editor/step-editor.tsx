import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Finding } from '#domain/campaign/lint.ts';
import { addFallback, replacePlaceholder } from '#domain/campaign/message.ts';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import { Button } from '@/ui/button.tsx';
import { FormButtons } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { MessagePreview } from '../message/message-preview.tsx';
import { MessageText } from '../message/message-text.tsx';
import { useFindings } from '../message/use-findings.ts';
import { type Replacement, Warnings } from '../message/warnings.tsx';
import { texts } from '../texts.ts';
import { toContent, toDraft } from './draft.ts';
import { StepFields, type TextField } from './step-fields.tsx';
import { type StepEditorState, useSaveStep } from './use-step-editor.ts';

export function StepEditor({ editor, steps }: { editor: StepEditorState; steps: readonly Step[] }) {
  const form = useRef<HTMLFormElement>(null);
  const { campaign, variables } = useCampaign();
  const { busy, conflict, save, keepMine, takeTheirs } = useSaveStep(editor, steps);
  const [visited, setVisited] = useState<readonly TextField[]>([]);
  const stored = editor.open?.stored ?? null;
  const content = toContent(editor.open?.draft ?? toDraft());
  const before = steps.slice(0, stored ? stored.step_number - 1 : steps.length);
  const findings = useFindings(campaign.customer_id, [...before, content]).at(-1) ?? [];
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus({ preventScroll: true });
  }, []);
  if (!editor.open) return null;

  const { draft } = editor.open;
  /** The text of a new step is missing only once its field was left. The length is shown below the field. */
  const isDue = ({ kind }: Finding) => {
    if (kind === 'note-too-long') return false;
    const field = kind === 'no-subject' ? 'subject' : kind === 'no-message' ? 'message' : null;
    return stored !== null || field === null || visited.includes(field);
  };
  const replace = ({ placeholder, variable }: Replacement) => {
    const replaced = (text: string) => replacePlaceholder(text, placeholder, variable, variables);
    editor.change({ subject: replaced(draft.subject), message: replaced(draft.message) });
    form.current?.querySelector('textarea')?.focus(); // the pressed button disappears
  };
  const beginFallback = (variable: string) => {
    for (const field of ['subject', 'message'] as const) {
      const begun = field === 'subject' && !content.subject ? null : addFallback(draft[field], variable, variables);
      if (!begun) continue;
      flushSync(() => editor.change({ [field]: begun.text }));
      const control = form.current?.querySelector<HTMLInputElement>(`[name=${field}]`);
      control?.focus();
      control?.setSelectionRange(begun.caret, begun.caret);
      return;
    }
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
      <Warnings findings={findings.filter(isDue)} onReplace={replace} onFallback={beginFallback} />
      {conflict !== undefined ? (
        <StepConflict theirs={conflict} busy={busy} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
      ) : (
        <FormButtons
          label={stored ? texts.editor.save : texts.steps.add}
          busy={busy}
          onCancel={() => editor.leave(() => {})}
        />
      )}
    </form>
  );
}

const { conflict } = texts;

type StepConflictProps = {
  /** Another user's version of the step; null if they deleted it. */
  theirs: Step | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

function StepConflict({ theirs, busy, onKeepMine, onTakeTheirs }: StepConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.focus(); // the save button had the focus, and is gone
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Note
        tone="warning"
        title={theirs ? conflict.changed : conflict.deleted}
        action={
          <>
            <Button size="sm" variant="primary" busy={busy} onClick={onKeepMine}>
              {theirs ? conflict.keepMine : conflict.addMine}
            </Button>
            <Button size="sm" onClick={onTakeTheirs}>
              {theirs ? conflict.useTheirs : conflict.discardMine}
            </Button>
          </>
        }
      >
        {theirs && <Theirs step={theirs} />}
      </Note>
    </div>
  );
}

function Theirs({ step: { step_type, delay_days, subject, message_content } }: { step: Step }) {
  return (
    <div className="mt-2 max-h-48 overflow-y-auto rounded-sm bg-raised p-2 text-text">
      <p className="text-muted text-xs">{conflict.theirs(stepTypeNames[step_type], delay_days)}</p>
      {subject && (
        <p dir="auto" className="mt-1 text-start break-words font-medium">
          <MessageText message={subject} />
        </p>
      )}
      <p dir="auto" className="mt-1 text-start whitespace-pre-wrap break-words">
        {message_content ? (
          <MessageText message={message_content} />
        ) : (
          <span className="text-muted">{conflict.noText}</span>
        )}
      </p>
    </div>
  );
}
