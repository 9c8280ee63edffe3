import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CampaignStatus } from '#domain/campaign/status.ts';
import { rows } from '@/lib/rows.ts';
import { type Campaign, refreshCampaigns } from './data.ts';

/** Resolves with the id of the new campaign. */
export function useCreateCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (campaign: { name: string; customer_id: string }): Promise<string> => {
      const { data } = await rows.from('campaigns').insert(campaign).select('id').single().throwOnError();
      return data.id;
    },
    onSuccess: () => refreshCampaigns(client),
  });
}

export function useRenameCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<Campaign, 'id' | 'name'>) => {
      await rows.from('campaigns').update({ name }).eq('id', id).select('id').single().throwOnError();
    },
    onSuccess: () => refreshCampaigns(client),
  });
}

/** A draft with the steps of a campaign; resolves with its id. */
export function useDuplicateCampaign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<Campaign, 'id' | 'name'>): Promise<string> => {
      const { data } = await rows
        .rpc('duplicate_campaign', { campaign_id: id, name })
        .select('id')
        .single()
        .throwOnError();
      return data.id;
    },
    onSuccess: () => refreshCampaigns(client),
  });
}

export function useSetCampaignStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: CampaignStatus }) => {
      await rows.from('campaigns').update({ status }).eq('id', id).select('id').single().throwOnError();
    },
    onSettled: () => refreshCampaigns(client),
  });
}

export async function deleteCampaign(id: string): Promise<void> {
  await rows.from('campaigns').delete().eq('id', id).throwOnError();
}
