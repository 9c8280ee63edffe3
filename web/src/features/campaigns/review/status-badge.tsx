import { CircleCheckBig, Hourglass, type LucideIcon, MessageSquareWarning } from 'lucide-react';
import { Badge, type Tone } from '@/ui/badge.tsx';
import type { VersionStatus } from './data.ts';
import { texts } from './texts.ts';

const BADGES: Record<VersionStatus, { tone: Tone; icon: LucideIcon }> = {
  in_review: { tone: 'info', icon: Hourglass },
  approved: { tone: 'success', icon: CircleCheckBig },
  changes_requested: { tone: 'warning', icon: MessageSquareWarning },
};

export const StatusBadge = ({ status }: { status: VersionStatus }) => (
  <Badge {...BADGES[status]}>{texts.statuses[status]}</Badge>
);
