import { moved } from '#domain/campaign/steps.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { useAddStep, useDeleteStep, useReorderSteps } from './step-data.ts';

/** What can be done with the steps as they stand in the timeline, each telling how it went. */
export function useStepActions(steps: readonly Step[]) {
  const { campaign } = useCampaign();
  const { mutateAsync: add } = useAddStep(campaign.id);
  const { mutateAsync: remove } = useDeleteStep(campaign.id);
  const { mutateAsync: reorder } = useReorderSteps(campaign.id);
  const ids = steps.map(({ id }) => id);

  const order = async (next: readonly string[]) => {
    try {
      await reorder(next);
    } catch (failure) {
      toastFailure('Failed to update step', failure);
    }
  };

  return {
    /** Gives the steps this order, by their ids. */
    order,
    /** A copy right behind the step. */
    duplicate: async (step: Step) => {
      try {
        const copy = await add({ content: step, count: steps.length });
        toast({ title: 'Step added successfully', tone: 'success' });
        await order(moved([...ids, copy], ids.length, ids.indexOf(step.id) + 1));
      } catch (failure) {
        toastFailure('Failed to add step', failure);
      }
    },
    /** Resolves with whether the step is gone. */
    remove: async (step: Step): Promise<boolean> => {
      try {
        const gone = await remove(step);
        if (gone) toast({ title: 'Step deleted successfully', tone: 'success' });
        else toastFailure('Failed to delete step', 'Somebody else has just changed it. Look at it again.');
        return gone;
      } catch (failure) {
        toastFailure('Failed to delete step', failure);
        return false;
      }
    },
  };
}
