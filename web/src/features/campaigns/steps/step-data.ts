import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type StepContent, storedContent } from '#domain/campaign/steps.ts';
import { rows } from '@/lib/rows.ts';
import { campaignKeys, refreshSteps, type Step } from '../data.ts';

type NewStep = {
  content: StepContent;
  /** How many steps there are. */
  count: number;
};

/** Adds a step at the end; resolves with its id. */
export function useAddStep(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ content, count }: NewStep): Promise<string> => {
      const step = { ...storedContent(content), campaign_id: campaignId, step_number: count + 1 };
      const { data } = await rows.from('campaign_steps').insert(step).select('id').single().throwOnError();
      return data.id;
    },
    onSuccess: () => refreshSteps(client, campaignId),
  });
}

/** Writes a step unless somebody else has since it was read; resolves with whether it was written, once the steps have been read anew. */
export function useUpdateStep(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ read, content }: { read: Step; content: StepContent }): Promise<boolean> => {
      const { data } = await rows
        .from('campaign_steps')
        .update(storedContent(content))
        .eq('id', read.id)
        .eq('updated_at', read.updated_at)
        .select('id')
        .maybeSingle()
        .throwOnError();
      return data !== null;
    },
    onSettled: () => refreshSteps(client, campaignId),
  });
}

/** Deletes a step unless somebody else has written it since it was read; resolves with whether it is gone, be it by another's hand. */
export function useDeleteStep(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, updated_at }: Step): Promise<boolean> => {
      const steps = () => rows.from('campaign_steps');
      await steps().delete().eq('id', id).eq('updated_at', updated_at).throwOnError();
      const { data: left } = await steps().select('id').eq('id', id).maybeSingle().throwOnError();
      return left === null;
    },
    onSettled: () => refreshSteps(client, campaignId),
  });
}

/** Gives the steps an order: shown at once, taken back where it fails. One after another, so that the last one stands. */
export function useReorderSteps(campaignId: string) {
  const client = useQueryClient();
  const steps = campaignKeys.steps(campaignId);
  const scope = { id: `order of ${campaignId}` };
  return useMutation({
    scope,
    mutationFn: async (ids: readonly string[]) => {
      await rows.rpc('reorder_steps', { campaign_id: campaignId, step_ids: [...ids] }).throwOnError();
    },
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: steps });
      const before = client.getQueryData<Step[]>(steps);
      showOrder(client, steps, ids);
      return { before };
    },
    onError: (_error, _ids, shown) => client.setQueryData(steps, shown?.before),
    onSettled: () => (isLastMove(client, scope.id) ? refreshSteps(client, campaignId) : undefined),
  });
}

function showOrder(client: QueryClient, key: readonly string[], ids: readonly string[]) {
  client.setQueryData<Step[]>(key, (steps) => {
    const known = new Map(steps?.map((step) => [step.id, step]));
    return ids.flatMap((id, index) => {
      const step = known.get(id);
      return step ? [{ ...step, step_number: index + 1 }] : [];
    });
  });
}

/** While further moves wait, what the server says is of a moment ago. */
const isLastMove = (client: QueryClient, scope: string) =>
  client.isMutating({ predicate: (mutation) => mutation.options.scope?.id === scope }) <= 1;
