import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useCreateCampaign } from './campaign-data.ts';
import { CampaignNameDialog } from './campaign-name-dialog.tsx';
import { tellFailure } from './failure.ts';

export type CreateCampaignProps = {
  /** The customer whose campaign it will be. */
  ownerId: string;
  onCreated: (id: string) => void;
};

/** The button that makes a campaign, and the question for its name. */
export function CreateCampaign({ ownerId, onCreated }: CreateCampaignProps) {
  const [asking, setAsking] = useState(false);
  const { mutateAsync: create, isPending } = useCreateCampaign();

  const submit = async (name: string) => {
    try {
      const id = await create({ name, customer_id: ownerId });
      toast({ title: 'Campaign created successfully', variant: 'success' });
      setAsking(false);
      onCreated(id);
    } catch (failure) {
      tellFailure('Failed to create campaign', failure);
    }
  };

  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setAsking(true)}>
        Create campaign
      </Button>
      {asking && (
        <CampaignNameDialog
          title="Create campaign"
          description="It starts as a draft, without steps."
          submitLabel="Create campaign"
          busy={isPending}
          onSubmit={submit}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
