import { CircleCheckBig, FileClock, Hourglass, type LucideIcon, MessageSquareWarning } from 'lucide-react';
import { Badge, type Tone } from '@/ui/badge.tsx';
import type { VersionStatus } from './data.ts';
import { texts } from './texts.ts';

const BADGES: Record<VersionStatus, { tone: Tone; icon: LucideIcon }> = {
  in_review: { tone: 'info', icon: Hourglass },
  approved: { tone: 'success', icon: CircleCheckBig },
  changes_requested: { tone: 'warning', icon: MessageSquareWarning },
};

type StatusBadgeProps = { status: VersionStatus; isNewest?: boolean };

/** The status of a version. Nobody can decide one any more after a newer one. */
export const StatusBadge = ({ status, isNewest = true }: StatusBadgeProps) =>
  status === 'in_review' && !isNewest ? (
    <Badge icon={FileClock}>{texts.notDecided}</Badge>
  ) : (
    <Badge {...BADGES[status]}>{texts.statuses[status]}</Badge>
  );
