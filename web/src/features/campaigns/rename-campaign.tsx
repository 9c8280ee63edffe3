import { toast, toastFailure } from '@/lib/toast.ts';
import { useForm } from '@/ui/use-form.ts';
import { useRenameCampaign } from './campaign-data.ts';
import { CampaignNameDialog, checkCampaignName } from './campaign-name-dialog.tsx';
import type { Campaign } from './data.ts';

export type RenameCampaignProps = { campaign: Campaign; onClose: () => void };

/** Asks for another name of a campaign and stores it. */
export function RenameCampaign({ campaign: { id, name }, onClose }: RenameCampaignProps) {
  const { mutateAsync: rename } = useRenameCampaign();
  const form = useForm({
    initial: { name },
    validate: checkCampaignName,
    submit: async (values) => {
      const next = values.name.trim();
      if (next === name) return onClose();
      try {
        await rename({ id, name: next });
        toast({ title: 'Campaign renamed', tone: 'success' });
        onClose();
      } catch (failure) {
        toastFailure('Failed to rename campaign', failure);
      }
    },
  });

  return <CampaignNameDialog title="Rename campaign" submitLabel="Rename campaign" form={form} onClose={onClose} />;
}
