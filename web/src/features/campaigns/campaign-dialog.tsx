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
import { useStepEditor } from './editor/use-step-editor.ts';
import { CampaignSteps } from './steps/campaign-steps.tsx';

export type CampaignDialogProps = {
  id: string;
  /** The campaign's row in the list, shown until the campaign itself is loaded. */
  listed: Campaign | undefined;
  customers: readonly string[] | null;
  leadsPath: string;
  showsCustomer?: boolean;
  /** Opens another campaign, or none. */
  onOpen: (id: string | null) => void;
};

/** A campaign with its status and steps. Leaving a step with unsaved changes asks for confirmation. */
export function CampaignDialog({ id, listed, customers, leadsPath, showsCustomer, onOpen }: CampaignDialogProps) {
  const query = useQuery(oneCampaign(id, customers));
  const campaign = query.data === undefined ? listed : query.data;
  const editor = useStepEditor();
  const context = useMemo(() => campaign && { campaign, leadsPath }, [campaign, leadsPath]);
  const openOther = (next: string | null) => editor.leave(() => onOpen(next));
  const close = () => openOther(null);
  useUnloadWarning(editor.isChanged);
  useBackGuard(editor.isChanged, editor.leave);

  return (
    <Dialog
      open
      onOpenChange={close}
      size="full"
      title={campaign?.name ?? 'Campaign'}
      description={
        campaign && (
          <>
            {showsCustomer && campaign.customers && (
              <>
                <bdi>{campaign.customers.name}</bdi>.{' '}
              </>
            )}
            Created <RelativeTime at={campaign.created_at} />
          </>
        )
      }
      header={
        context && (
          <CampaignContext value={context}>
            <CampaignControls campaign={context.campaign} onDuplicated={openOther} onDeleted={() => onOpen(null)} />
          </CampaignContext>
        )
      }
    >
      {context && (
        <CampaignContext value={context}>
          <CampaignSteps editor={editor} />
        </CampaignContext>
      )}
      {campaign === null && (
        <EmptyState
          icon={MessageSquareOff}
          title="Campaign not found"
          description="It may have been deleted."
          action={<Button onClick={close}>Back to campaigns</Button>}
        />
      )}
      {query.isError && !campaign && <LoadError what="The campaign" error={query.error} onRetry={query.refetch} />}
      <ConfirmDialog
        open={editor.isConfirming}
        onOpenChange={editor.keepEditing}
        title="Discard unsaved changes?"
        description="Your changes to this step haven’t been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={editor.discard}
      />
    </Dialog>
  );
}
