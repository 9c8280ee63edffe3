import { useRef, useState } from 'react';
import { sameContent } from '#domain/campaign/steps.ts';
import { useSave } from '@/lib/use-save.ts';
import { useUnsavedChanges } from '@/ui/unsaved-changes.tsx';
import { useCampaign } from '../campaign-context.ts';
import { refreshSteps, type Step } from '../data.ts';
import { updateStep } from '../steps/step-data.ts';
import { useAddStep } from '../steps/use-step-actions.ts';
import { texts } from '../texts.ts';
import { checkDraft, isChanged, type StepDraft, toContent, toDraft } from './draft.ts';

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
        setOpen({ stored, draft: toDraft(stored ?? undefined) });
      }),
    change: (change: Partial<StepDraft>) =>
      setOpen((current) => current && { ...current, draft: { ...current.draft, ...change } }),
    /** Replaces the stored step by a newer version, and the draft as well unless one is given. */
    rebase: (stored: Step, draft = toDraft(stored)) => setOpen({ stored, draft }),
    close,
    leave,
  };
}

export type StepEditorState = ReturnType<typeof useStepEditor>;

/** Saves the open step. `conflict` is another user's newer version of it: null if they deleted it, undefined if there is none. */
export function useSaveStep({ open, rebase, close }: StepEditorState, steps: readonly Step[]) {
  const { campaign, saveSteps } = useCampaign();
  const isChecking = useRef(false);
  const adding = useAddStep();
  const updating = useSave({
    write: updateStep,
    refresh: refreshSteps(campaign.id),
    success: (isSaved) => (isSaved ? { title: texts.steps.updated } : null),
    failure: texts.steps.updateFailed,
  });
  const busy = adding.isSaving || updating.isSaving;
  const conflict = busy ? undefined : newerVersion(open?.stored ?? null, steps);

  const saveOver = async (stored: Step | null) => {
    if (!open || busy || isChecking.current || Object.keys(checkDraft(open.draft)).length > 0) return;
    const content = toContent(open.draft);
    isChecking.current = true; // a double-click saves once
    await saveSteps(async () => {
      const saved = stored
        ? await updating.save({ stored, content })
        : await adding.save({ content, count: steps.length });
      if (saved?.result) close();
    });
    isChecking.current = false;
  };

  return {
    busy,
    conflict,
    save: () => saveOver(steps.find(({ id }) => id === open?.stored?.id) ?? null),
    keepMine: () => {
      if (conflict && open) rebase(conflict, open.draft);
      return saveOver(conflict ?? null);
    },
    takeTheirs: () => (conflict ? rebase(conflict) : close()),
  };
}

function newerVersion(stored: Step | null, steps: readonly Step[]): Step | null | undefined {
  if (!stored) return undefined;
  const current = steps.find(({ id }) => id === stored.id);
  if (!current) return null;
  return current.updated_at === stored.updated_at || sameContent(current, stored) ? undefined : current;
}
