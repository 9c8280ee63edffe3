import { useRef } from 'react';
import { sameContent } from '#domain/campaign/steps.ts';
import { useSave } from '@/lib/use-save.ts';
import { useCampaign } from '../campaign-context.ts';
import { refreshSteps, type Step } from '../data.ts';
import { updateStep } from '../steps/step-data.ts';
import { useAddStep } from '../steps/use-step-actions.ts';
import { texts } from '../texts.ts';
import { checkDraft, contentOf } from './draft.ts';
import type { StepEditorState } from './use-step-editor.ts';

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
    const content = contentOf(open.draft);
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
