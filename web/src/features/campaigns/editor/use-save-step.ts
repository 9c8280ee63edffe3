import { sameContent } from '#domain/campaign/steps.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useCampaign } from '../campaign-context.ts';
import type { Step } from '../data.ts';
import { useAddStep, useUpdateStep } from '../steps/step-data.ts';
import { checkDraft, contentOf } from './draft.ts';
import type { Editing } from './use-editing.ts';

/** Stores the step that is being written, unless something is wrong with it. `conflict` is what somebody else has made of it since it was opened (null: nothing, it is deleted); undefined where nobody has. */
export function useSaveStep({ edited, rebase, end }: Editing, steps: readonly Step[]) {
  const { campaign } = useCampaign();
  const { mutateAsync: add, isPending: adding } = useAddStep(campaign.id);
  const { mutateAsync: update, isPending: updating } = useUpdateStep(campaign.id);
  const busy = adding || updating;
  const conflict = busy ? undefined : changeSince(edited?.read ?? null, steps);

  const attempt = async (doing: 'add' | 'update', work: () => Promise<boolean | string>) => {
    try {
      if (!(await work())) return;
      toast({ title: doing === 'add' ? 'Step added successfully' : 'Step updated successfully', tone: 'success' });
      end();
    } catch (failure) {
      toastFailure(doing === 'add' ? 'Failed to add step' : 'Failed to update step', failure);
    }
  };

  const saveOver = async (read: Step | null) => {
    if (!edited || busy || Object.keys(checkDraft(edited.draft)).length > 0) return;
    const content = contentOf(edited.draft);
    if (read) await attempt('update', () => update({ read, content }));
    else await attempt('add', () => add({ content, count: steps.length }));
  };

  return {
    busy,
    conflict,
    save: () => saveOver(steps.find(({ id }) => id === edited?.read?.id) ?? null),
    keepMine: () => {
      if (conflict && edited) rebase(conflict, edited.draft);
      return saveOver(conflict ?? null);
    },
    takeTheirs: () => (conflict ? rebase(conflict) : end()),
  };
}

function changeSince(read: Step | null, steps: readonly Step[]): Step | null | undefined {
  if (!read) return undefined;
  const now = steps.find(({ id }) => id === read.id);
  if (!now) return null;
  return now.updated_at === read.updated_at || sameContent(now, read) ? undefined : now;
}
