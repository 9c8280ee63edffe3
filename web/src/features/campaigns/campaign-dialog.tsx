import { useQuery } from '@tanstack/react-query';
import { MessageSquareOff } from 'lucide-react';
import { useMemo } from 'react';
import { useBackGuard, useUnloadWarning } from '@/lib/leave-guard.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/load-error.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { CampaignContext } from './campaign-context.ts';
import { CampaignControls } from './campaign-controls.tsx';
import { type Campaign, oneCampaign } from './data.ts';
import { useEditing } from './editor/use-editing.ts';
import { CampaignSteps } from './steps/campaign-steps.tsx';

export type CampaignDialogProps = {
  id: string;
  /** The campaign as the list has it, if it does. */
  listed: Campaign | undefined;
  customers: readonly string[] | null;
  leadsPath: string;
  namesCustomer?: boolean;
  /** Opens another campaign, or none. */
  onOpen: (id: string | null) => void;
};

/** A campaign with its status and its steps. What has been written and not saved is not lost without a question. */
export function CampaignDialog({ id, listed, customers, leadsPath, namesCustomer, onOpen }: CampaignDialogProps) {
  const reading = useQuery(oneCampaign(id, customers));
  const campaign = reading.data === undefined ? listed : reading.data;
  const editing = useEditing();
  const opened = useMemo(() => campaign && { campaign, leadsPath }, [campaign, leadsPath]);
  const leaveTo = (next: string | null) => editing.leave(() => onOpen(next));
  const close = () => leaveTo(null);
  useUnloadWarning(editing.isChanged);
  useBackGuard(editing.isChanged, editing.leave);

  return (
    <Dialog
      open
      onOpenChange={close}
      size="full"
      title={campaign?.name ?? 'Campaign'}
      description={
        campaign && (
          <>
            {namesCustomer && campaign.customers && (
              <>
                <bdi>{campaign.customers.name}</bdi>.{' '}
              </>
            )}
            Created <RelativeTime at={campaign.created_at} />
          </>
        )
      }
      header={
        campaign && <CampaignControls campaign={campaign} onDuplicated={leaveTo} onDeleted={() => onOpen(null)} />
      }
    >
      {opened && (
        <CampaignContext value={opened}>
          <CampaignSteps editing={editing} />
        </CampaignContext>
      )}
      {campaign === null && (
        <EmptyState
          icon={MessageSquareOff}
          title="There is no such campaign"
          description="It may have been deleted."
          action={<Button onClick={close}>Back to the campaigns</Button>}
        />
      )}
      {reading.isError && !campaign && (
        <LoadError what="The campaign" error={reading.error} onRetry={reading.refetch} />
      )}
      <ConfirmDialog
        open={editing.leaving}
        onOpenChange={editing.stay}
        title="Discard what you have written?"
        description="The step has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={editing.discard}
      />
    </Dialog>
  );
}
