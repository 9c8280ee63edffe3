// In charge of a campaign's status: its values, and what a launch asks for. Any value may follow any other.

/** SPEC §9, in the order in which a campaign goes through them. */
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

/** Whether a change of status is a launch, which needs steps and is asked about (SPEC §4). */
export function isLaunch(from: CampaignStatus, to: CampaignStatus): boolean {
  return from === 'draft' && to === 'active';
}

/** Why a campaign of so many steps cannot be launched, or null where it can (SPEC §5). */
export function launchRefusal(steps: number): string | null {
  return steps === 0 ? 'Cannot launch campaign without any steps' : null;
}
