import { CircleCheckBig, CirclePause, CirclePlay, type LucideIcon, PencilLine } from 'lucide-react';
import { type CampaignStatus, campaignStatusNames } from '#domain/campaign/status.ts';
import { Badge, type Tone } from '@/ui/badge.tsx';

const LOOKS: Record<CampaignStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'neutral', icon: PencilLine },
  active: { tone: 'success', icon: CirclePlay },
  paused: { tone: 'warning', icon: CirclePause },
  completed: { tone: 'info', icon: CircleCheckBig },
};

export function StatusBadge({ status }: { status: CampaignStatus }) {
  return (
    <Badge tone={LOOKS[status].tone} icon={LOOKS[status].icon}>
      {campaignStatusNames[status]}
    </Badge>
  );
}
