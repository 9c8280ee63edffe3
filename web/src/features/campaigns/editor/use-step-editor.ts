import { useState } from 'react';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import type { Step } from '../data.ts';
import { texts } from '../texts.ts';
import { draftOf, isChanged, type StepDraft } from './draft.ts';

/** `stored` is the step as it was loaded, or null for a new step. */
type OpenStep = { stored: Step | null; draft: StepDraft };

export function useStepEditor() {
  const [open, setOpen] = useState<OpenStep | null>(null);
  const [focused, setFocused] = useState<string | null>(null);

  const close = () => {
    if (open) setFocused(open.stored?.id ?? 'new');
    setOpen(null);
  };
  const unsaved = useUnsavedChanges({
    isUnsaved: open !== null && isChanged(open.draft, open.stored ?? undefined),
    description: texts.dialog.discardHint,
    onDiscard: close,
  });
  /** Closes the editor, after a confirmation if there are unsaved changes, and then calls back. */
  const leave = (then: () => void) =>
    unsaved.leave(() => {
      close();
      then();
    });

  return {
    open,
    /** The confirmation to discard unsaved changes, which the dialog renders. */
    question: unsaved.question,
    /** The id of the step to focus, or 'new' for the button that adds a step. */
    focused,
    focus: setFocused,
    edit: (stored: Step | null) =>
      leave(() => {
        setFocused(null);
        setOpen({ stored, draft: draftOf(stored ?? undefined) });
      }),
    change: (change: Partial<StepDraft>) =>
      setOpen((current) => current && { ...current, draft: { ...current.draft, ...change } }),
    /** Replaces the stored step by a newer version, and the draft as well unless one is given. */
    rebase: (stored: Step, draft = draftOf(stored)) => setOpen({ stored, draft }),
    close,
    leave,
  };
}

export type StepEditorState = ReturnType<typeof useStepEditor>;
