import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { useDeleteCampaign } from './campaign-data.ts';
import type { Campaign } from './data.ts';

export type DeleteCampaignProps = {
  campaign: Campaign;
  /** How many steps it has, if that is known. */
  steps: number | undefined;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks whether a campaign shall go, and has it go. */
export function DeleteCampaign({ campaign: { id, name }, steps, onDeleted, onClose }: DeleteCampaignProps) {
  const { mutateAsync: remove } = useDeleteCampaign();
  const withSteps = steps ? ` with its ${steps === 1 ? 'step' : `${steps} steps`}` : '';
  return (
    <ConfirmAction
      title="Delete this campaign?"
      description={`“${name}”${withSteps} is deleted for everyone. It cannot be brought back.`}
      confirmLabel="Delete campaign"
      danger
      act={() => remove(id).then(onDeleted)}
      done={{ title: 'Campaign deleted', description: name }}
      failed="Failed to delete campaign"
      onClose={onClose}
    />
  );
}
