import { copyName } from '#domain/name.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useEntries } from '@/ui/use-entries.ts';
import { useDuplicateCampaign } from './campaign-data.ts';
import { CampaignNameDialog, checkCampaignName } from './campaign-name-dialog.tsx';
import type { Campaign } from './data.ts';

export type DuplicateCampaignProps = { campaign: Campaign; onDuplicated: (id: string) => void; onClose: () => void };

/** Asks for the name of a campaign's copy and makes it. */
export function DuplicateCampaign({ campaign: { id, name }, onDuplicated, onClose }: DuplicateCampaignProps) {
  const { mutateAsync: duplicate } = useDuplicateCampaign();
  const entering = useEntries({
    initial: { name: copyName(name) },
    check: checkCampaignName,
    submit: async (entries) => {
      try {
        const copyId = await duplicate({ id, name: entries.name.trim() });
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
      entering={entering}
      onClose={onClose}
    />
  );
}
