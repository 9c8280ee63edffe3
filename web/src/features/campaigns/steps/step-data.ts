import type { QueryClient } from '@tanstack/react-query';
import { type StepContent, storedContent } from '#domain/campaign/steps.ts';
import { readData, rows } from '@/lib/rows.ts';
import { showChange } from '@/lib/show-change.ts';
import { type Campaign, campaignSteps, type Step } from '../data.ts';
import { texts } from '../texts.ts';

/** `count` is the number of existing steps. */
export type NewStep = { content: StepContent; count: number };

export async function addStep({ id, customer_id }: Campaign, { content, count }: NewStep): Promise<string> {
  const step = { ...storedContent(content), campaign_id: id, customer_id, step_number: count + 1 };
  return (await readData(rows.from('campaign_steps').insert(step).select('id').single())).id;
}

/** Returns whether the step was saved; not if another user has changed it since it was loaded. */
export async function updateStep({ stored, content }: { stored: Step; content: StepContent }): Promise<boolean> {
  const data = await readData(
    rows
      .from('campaign_steps')
      .update(storedContent(content))
      .eq('id', stored.id)
      .eq('updated_at', stored.updated_at)
      .select('id')
      .maybeSingle(),
  );
  return data !== null;
}

/** Rejects if another user has changed the step since it was loaded. */
export async function deleteStep({ id, updated_at }: Step): Promise<void> {
  const steps = () => rows.from('campaign_steps');
  await readData(steps().delete().eq('id', id).eq('updated_at', updated_at));
  const remaining = await readData(steps().select('id').eq('id', id).maybeSingle());
  if (remaining) throw new Error(texts.steps.changedMeanwhile);
}

export const reorderSteps = (campaignId: string, ids: readonly string[]) =>
  readData(rows.rpc('reorder_steps', { campaign_id: campaignId, step_ids: [...ids] }));

/** Shows an order in the cache before it is saved; resolves with the function that reverts it. */
export const showOrder = (client: QueryClient, campaignId: string, ids: readonly string[]): Promise<() => void> =>
  showChange(client, campaignSteps(campaignId).queryKey, (steps) => {
    const known = new Map(steps.map((step) => [step.id, step]));
    return ids.flatMap((id, index) => {
      const step = known.get(id);
      return step ? [{ ...step, step_number: index + 1 }] : [];
    });
  });
