import { useQuery } from '@tanstack/react-query';
import { Copy, Ellipsis, Pencil, Rocket, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { campaignStatuses, campaignStatusNames, isCampaignStatus } from '#domain/campaign/status.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { Select } from '@/ui/select.tsx';
import { DuplicateCampaignDialog, RenameCampaignDialog } from './campaign-name-dialogs.tsx';
import { type Campaign, campaignSteps, deleteCampaign, refreshCampaigns, type Step } from './data.ts';
import { LaunchConfirmation } from './launch-confirmation.tsx';
import { texts } from './texts.ts';
import { useCampaignStatus } from './use-campaign-status.ts';

export type CampaignControlsProps = {
  campaign: Campaign;
  onEditStep: (step: Step) => void;
  onDuplicated: (id: string) => void;
  onDeleted: () => void;
};

const STATUSES = campaignStatuses.map((status) => ({ value: status, label: campaignStatusNames[status] }));

/** The status of a campaign, its launch, and a menu with its other actions. */
export function CampaignControls({ campaign, onEditStep, onDuplicated, onDeleted }: CampaignControlsProps) {
  const { id, name, status } = campaign;
  const { data: steps } = useQuery(campaignSteps(id));
  const { isSaving, isConfirming, choose, launch, cancelLaunch } = useCampaignStatus(campaign, steps?.length);
  const [dialog, setDialog] = useState<'duplicate' | 'rename' | 'delete' | null>(null);
  const closeDialog = () => setDialog(null);

  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-24 max-w-36 flex-1">
        <Select
          label={texts.status.label}
          value={status}
          onChange={(chosen) => isCampaignStatus(chosen) && choose(chosen)}
          options={STATUSES}
        />
      </div>
      {status === 'draft' && (
        <Button
          variant={steps?.length === 0 ? 'secondary' : 'primary'}
          icon={Rocket}
          busy={isSaving}
          onClick={() => choose('active')}
        >
          {texts.launch.action}
        </Button>
      )}
      <Menu
        trigger={
          <button type="button" aria-label={texts.status.actions} className={buttonClass('ghost', 'icon', 'ml-auto')}>
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setDialog('rename')}>
          {texts.rename.title}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => setDialog('duplicate')}>
          {texts.duplicate.title}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDialog('delete')}>
          {texts.remove.action}
        </MenuItem>
      </Menu>
      {isConfirming && (
        <LaunchConfirmation
          campaign={campaign}
          steps={steps ?? []}
          busy={isSaving}
          onConfirm={launch}
          onEditStep={(step) => {
            cancelLaunch();
            onEditStep(step);
          }}
          onClose={cancelLaunch}
        />
      )}
      {dialog === 'duplicate' && (
        <DuplicateCampaignDialog campaign={campaign} onDuplicated={onDuplicated} onClose={closeDialog} />
      )}
      {dialog === 'rename' && <RenameCampaignDialog campaign={campaign} onClose={closeDialog} />}
      {dialog === 'delete' && (
        <ConfirmAction
          title={texts.remove.title}
          description={texts.remove.description(name, steps?.length ?? 0)}
          confirmLabel={texts.remove.action}
          danger
          write={() => deleteCampaign(id)}
          refresh={refreshCampaigns}
          success={{ title: texts.remove.done, description: name }}
          failure={texts.remove.failed}
          onSaved={onDeleted}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
