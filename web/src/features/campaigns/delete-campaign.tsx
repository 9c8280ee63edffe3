import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useDeleteCampaign } from './campaign-data.ts';
import type { Campaign } from './data.ts';
import { tellFailure } from './failure.ts';

export type DeleteCampaignProps = {
  campaign: Campaign;
  /** How many steps it has, if that is known. */
  steps: number | undefined;
  onDeleted: () => void;
  onClose: () => void;
};

/** Asks whether a campaign shall go, and has it go. */
export function DeleteCampaign({ campaign: { id, name }, steps, onDeleted, onClose }: DeleteCampaignProps) {
  const { mutateAsync: remove, isPending } = useDeleteCampaign();
  const withSteps = steps ? ` with its ${steps === 1 ? 'step' : `${steps} steps`}` : '';

  const confirm = async () => {
    try {
      await remove(id);
      toast({ title: 'Campaign deleted', description: name, variant: 'success' });
      onDeleted();
    } catch (failure) {
      tellFailure('Failed to delete campaign', failure);
      onClose();
    }
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this campaign?"
      description={`“${name}”${withSteps} is deleted for everyone. It cannot be brought back.`}
      confirmLabel="Delete campaign"
      danger
      busy={isPending}
      onConfirm={confirm}
    />
  );
}
