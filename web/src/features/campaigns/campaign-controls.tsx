import { useQuery } from '@tanstack/react-query';
import { Copy, ListChecks, Pencil, Rocket, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type CampaignStatus,
  campaignStatuses,
  campaignStatusNames,
  isCampaignStatus,
  isLaunch,
  launchError,
} from '#domain/campaign/status.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { toast } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { IconMenu, MenuItem } from '@/ui/menu.tsx';
import { Select } from '@/ui/select.tsx';
import { DuplicateCampaignDialog, RenameCampaignDialog } from './campaign-name-dialogs.tsx';
import { type Campaign, campaignSteps, deleteCampaign, refreshCampaigns, type Step, updateCampaign } from './data.ts';
import { LaunchConfirmation } from './launch-confirmation.tsx';
import { campaignReviews, isSignOffMissing } from './review/data.ts';
import { texts as reviewTexts } from './review/texts.ts';
import { texts } from './texts.ts';

type CampaignControlsProps = {
  campaign: Campaign;
  onEditStep: (step: Step) => void;
  onDuplicated: (id: string) => void;
  onDeleted: () => void;
};

const STATUSES = campaignStatuses.map((status) => ({ value: status, label: campaignStatusNames[status] }));

export function CampaignControls({ campaign, onEditStep, onDuplicated, onDeleted }: CampaignControlsProps) {
  const { id, name, status } = campaign;
  const isAdminArea = useIsAdminArea();
  const navigate = useNavigate();
  const { data: steps } = useQuery(campaignSteps(id));
  const { isSaving, isConfirming, choose, launch, cancelLaunch } = useCampaignStatus(campaign, steps?.length);
  const { data: reviews } = useQuery(campaignReviews([id]));
  const isBlocked = isSignOffMissing(campaign, reviews?.get(id));
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
          variant={steps?.length === 0 || isBlocked ? 'secondary' : 'primary'}
          icon={Rocket}
          busy={isSaving}
          onClick={() => choose('active')}
        >
          {texts.launch.action}
        </Button>
      )}
      {isAdminArea && (
        <Link to={`${paths.adminHandOffs}?new=${id}`} className={buttonClass()}>
          <Send aria-hidden className="size-4" />
          {texts.handOff}
        </Link>
      )}
      <IconMenu label={texts.status.actions} className="ml-auto">
        <MenuItem icon={Pencil} onSelect={() => setDialog('rename')}>
          {texts.rename.title}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => setDialog('duplicate')}>
          {texts.duplicate.title}
        </MenuItem>
        {isAdminArea && (
          <MenuItem icon={ListChecks} onSelect={() => navigate(`${paths.adminHandOffs}?campaign=${id}`)}>
            {texts.handOffs}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} danger onSelect={() => setDialog('delete')}>
          {texts.remove}
        </MenuItem>
      </IconMenu>
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
          {...texts.removal(name, steps?.length ?? 0)}
          danger
          write={() => deleteCampaign(id)}
          refresh={refreshCampaigns}
          onSaved={onDeleted}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}

/** Changes a campaign's status. A launch asks for confirmation and needs steps, which the database checks as well. */
function useCampaignStatus(campaign: Campaign, steps: number | undefined) {
  const { id, status: current } = campaign;
  const { data: reviews } = useQuery(campaignReviews([id]));
  const [isConfirming, setConfirming] = useState(false);
  const { save, isSaving } = useSave({
    write: (status: CampaignStatus) => updateCampaign(id, { status }),
    refresh: refreshCampaigns,
    success: (_, status) => ({
      title: isLaunch(current, status) ? texts.launch.done : texts.status.changed,
    }),
    failure: texts.status.failed,
  });

  const choose = (status: CampaignStatus) => {
    if (status === current) return;
    const review = reviews?.get(id);
    const isBlocked = status === 'active' && reviews !== undefined && isSignOffMissing(campaign, review);
    const waiting = review?.status === 'in_review' && !review.is_changed ? review.number : null;
    const unsigned = isBlocked ? reviewTexts.bar.launchNeeds(waiting) : null;
    const error = isLaunch(current, status) && steps !== undefined ? (launchError(steps) ?? unsigned) : unsigned;
    if (error) toast({ title: error, tone: 'danger' });
    else if (isLaunch(current, status)) setConfirming(true);
    else save(status);
  };
  const launch = async () => {
    await save('active');
    setConfirming(false);
  };

  return { isSaving, isConfirming, choose, launch, cancelLaunch: () => setConfirming(false) };
}
