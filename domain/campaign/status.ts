/** The statuses in their usual order. Any may follow any other (SPEC §9). */
export const campaignStatuses = ['draft', 'active', 'paused', 'completed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const campaignStatusNames: Record<CampaignStatus, string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
};

export function isCampaignStatus(text: string): text is CampaignStatus {
  return campaignStatuses.some((status) => status === text);
}

/** Whether a status change is a launch, which needs steps and a confirmation (SPEC §4). */
export function isLaunch(from: CampaignStatus, to: CampaignStatus): boolean {
  return from === 'draft' && to === 'active';
}

/** The error for launching a campaign with this number of steps; null if it can be launched (SPEC §5). */
export function launchError(steps: number): string | null {
  return steps === 0 ? 'Cannot launch campaign without any steps' : null;
}
