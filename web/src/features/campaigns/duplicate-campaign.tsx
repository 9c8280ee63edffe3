import { copyName } from '#domain/name.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useForm } from '@/ui/use-form.ts';
import { useDuplicateCampaign } from './campaign-data.ts';
import { CampaignNameDialog, checkCampaignName } from './campaign-name-dialog.tsx';
import type { Campaign } from './data.ts';

export type DuplicateCampaignProps = { campaign: Campaign; onDuplicated: (id: string) => void; onClose: () => void };

/** Asks for the name of a campaign's copy and makes it. */
export function DuplicateCampaign({ campaign: { id, name }, onDuplicated, onClose }: DuplicateCampaignProps) {
  const { mutateAsync: duplicate } = useDuplicateCampaign();
  const form = useForm({
    initial: { name: copyName(name) },
    validate: checkCampaignName,
    submit: async (values) => {
      try {
        const copyId = await duplicate({ id, name: values.name.trim() });
        toast({ title: 'Campaign created successfully', tone: 'success' });
        onClose();
        onDuplicated(copyId);
      } catch (failure) {
        toastFailure('Failed to create campaign', failure);
      }
    },
  });

  return (
    <CampaignNameDialog
      title="Duplicate campaign"
      description="The copy is a draft with the same steps."
      submitLabel="Duplicate campaign"
      form={form}
      onClose={onClose}
    />
  );
}
