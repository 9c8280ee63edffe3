import { Badge, type Tone } from '@/ui/badge.tsx';
import { rowStatus, type Status } from './status.ts';
import { texts } from './texts.ts';

const TONES: Record<Status, Tone> = { to_review: 'neutral', approved: 'success', rejected: 'danger' };

/** The status of a lead or company, by its `is_approved`. */
export function RowStatusBadge({ approved }: { approved: boolean | null }) {
  const status = rowStatus(approved);
  return <Badge tone={TONES[status]}>{texts.statusName(status)}</Badge>;
}
