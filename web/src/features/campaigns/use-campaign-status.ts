import { useState } from 'react';
import { type CampaignStatus, isLaunch, launchError } from '#domain/campaign/status.ts';
import { toast } from '@/lib/toast.ts';
import { useSave } from '@/lib/use-save.ts';
import { type Campaign, refreshCampaigns, updateCampaign } from './data.ts';
import { texts } from './texts.ts';

/** Changes a campaign's status. A launch asks for confirmation and needs steps, which the database checks as well. */
export function useCampaignStatus({ id, status: current }: Campaign, steps: number | undefined) {
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
    if (!isLaunch(current, status)) return void save(status);
    const error = steps === undefined ? null : launchError(steps);
    if (error) toast({ title: error, tone: 'danger' });
    else setConfirming(true);
  };
  const launch = async () => {
    await save('active');
    setConfirming(false);
  };

  return { isSaving, isConfirming, choose, launch, cancelLaunch: () => setConfirming(false) };
}
