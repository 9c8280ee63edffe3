import { useState } from 'react';
import { type CampaignStatus, isLaunch, launchError } from '#domain/campaign/status.ts';
import { toast, toastFailure } from '@/lib/toast.ts';
import { useSetCampaignStatus } from './campaign-data.ts';
import type { Campaign } from './data.ts';

/** Changes a campaign's status. A launch is asked about first, or refused where it is known that there are no steps; the database refuses it, too. */
export function useCampaignStatus({ id, status: current }: Campaign, steps: number | undefined) {
  const { mutateAsync: setStatus, isPending: busy } = useSetCampaignStatus();
  const [launching, setLaunching] = useState(false);

  const put = async (status: CampaignStatus) => {
    const title = isLaunch(current, status) ? 'Campaign launched successfully' : 'status updated successfully';
    try {
      await setStatus({ id, status });
      toast({ title, tone: 'success' });
    } catch (failure) {
      toastFailure('Failed to update campaign status', failure);
    }
    setLaunching(false);
  };

  const choose = (status: CampaignStatus) => {
    if (status === current) return;
    if (!isLaunch(current, status)) return void put(status);
    const refusal = steps === undefined ? null : launchError(steps);
    if (refusal) toast({ title: refusal, tone: 'danger' });
    else setLaunching(true);
  };

  return { busy, launching, choose, launch: () => put('active'), cancelLaunch: () => setLaunching(false) };
}
