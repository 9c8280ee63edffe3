import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { deleteCampaign } from './campaign-data.ts';
import { type Campaign, refreshCampaigns } from './data.ts';

export type DeleteCampaignProps = {
  campaign: Campaign;
  /** How many steps it has, if that is known. */
  steps: number | undefined;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks whether a campaign shall go, and has it go. */
export function DeleteCampaign({ campaign: { id, name }, steps, onDeleted, onClose }: DeleteCampaignProps) {
  const withSteps = steps ? ` with its ${steps === 1 ? 'step' : `${steps} steps`}` : '';
  return (
    <ConfirmAction
      title="Delete this campaign?"
      description={`“${name}”${withSteps} is deleted for everyone. It cannot be brought back.`}
      confirmLabel="Delete campaign"
      danger
      write={() => deleteCampaign(id)}
      refresh={refreshCampaigns}
      onSaved={onDeleted}
      success={{ title: 'Campaign deleted', description: name }}
      failure="Failed to delete campaign"
      onClose={onClose}
    />
  );
}
