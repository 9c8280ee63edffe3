import { copyName } from '../../../../domain/name.ts';
import { toast, toastFailure } from '../../ui/toast.ts';
import { useDuplicateCampaign } from './campaign-data.ts';
import { CampaignNameDialog } from './campaign-name-dialog.tsx';
import type { Campaign } from './data.ts';

export type DuplicateCampaignProps = { campaign: Campaign; onDuplicated: (id: string) => void; onClose: () => void };

/** Asks for the name of a campaign's copy and makes it. */
export function DuplicateCampaign({ campaign: { id, name }, onDuplicated, onClose }: DuplicateCampaignProps) {
  const { mutateAsync: duplicate, isPending } = useDuplicateCampaign();

  const submit = async (copy: string) => {
    try {
      const copyId = await duplicate({ id, name: copy });
      toast({ title: 'Campaign created successfully', variant: 'success' });
      onClose();
      onDuplicated(copyId);
    } catch (failure) {
      toastFailure('Failed to create campaign', failure);
    }
  };

  return (
    <CampaignNameDialog
      title="Duplicate campaign"
      description="The copy is a draft with the same steps."
      submitLabel="Duplicate campaign"
      initialName={copyName(name)}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
