import { replacePlaceholder } from '#domain/campaign/message.ts';
import { moved } from '#domain/campaign/steps.ts';
import { useSave } from '@/lib/use-save.ts';
import { useCampaign } from '../campaign-context.ts';
import { refreshSteps, type Step } from '../data.ts';
import type { Replacement } from '../message/warnings.tsx';
import { texts } from '../texts.ts';
import { addStep, deleteStep, type NewStep, reorderSteps, showOrder, updateStep } from './step-data.ts';

export function useAddStep() {
  const { campaign } = useCampaign();
  return useSave({
    write: (step: NewStep) => addStep(campaign, step),
    refresh: refreshSteps(campaign.id),
    success: { title: texts.steps.added },
    failure: texts.steps.addFailed,
  });
}

export function useStepActions(steps: readonly Step[]) {
  const { campaign, variables } = useCampaign();
  const campaignId = campaign.id;
  const refresh = refreshSteps(campaignId);
  const { save: add } = useAddStep();
  const { save: remove } = useSave({
    write: deleteStep,
    refresh,
    success: { title: texts.steps.deleted },
    failure: texts.steps.deleteFailed,
  });
  const { save: reorder } = useSave({
    write: (ids: readonly string[]) => reorderSteps(campaignId, ids),
    optimistic: (client, ids) => showOrder(client, campaignId, ids),
    refresh,
    failure: texts.steps.updateFailed,
    scope: `order of ${campaignId}`,
  });

  const { save: update } = useSave({
    write: updateStep,
    refresh,
    success: (isSaved) => ({ title: isSaved ? texts.steps.updated : texts.steps.changedMeanwhile }),
    failure: texts.steps.updateFailed,
  });

  return {
    reorder,
    replace: (step: Step, { placeholder, variable }: Replacement) => {
      const replaced = (text: string) => replacePlaceholder(text, placeholder, variable, variables);
      const { subject, message_content } = step;
      const content = { ...step, subject: subject && replaced(subject), message_content: replaced(message_content) };
      update({ stored: step, content });
    },
    /** Adds a copy after the step. */
    duplicate: async (step: Step) => {
      const ids = steps.map(({ id }) => id);
      const added = await add({ content: step, count: steps.length });
      if (added) await reorder(moved([...ids, added.result], ids.length, ids.indexOf(step.id) + 1));
    },
    remove: async (step: Step): Promise<boolean> => (await remove(step)) !== null,
  };
}
