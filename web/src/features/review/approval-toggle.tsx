import { Check, X } from 'lucide-react';
import { WORDS } from '@/ui/list/layout.ts';
import { TogglePair } from '@/ui/toggle-pair.tsx';
import type { Reviewed } from './data.ts';

const CHOICES = [
  { value: 'approve', label: 'Approve', icon: Check, tone: 'success' },
  { value: 'reject', label: 'Reject', icon: X, tone: 'danger' },
] as const;

export type ApprovalToggleProps<Row extends Reviewed> = { row: Row; onDecide: (row: Row, approved: boolean) => void };

/** Approves or rejects one row, whatever it is now. */
export function ApprovalToggle<Row extends Reviewed>({ row, onDecide }: ApprovalToggleProps<Row>) {
  return (
    <TogglePair
      label={`Approval of ${row.name}`}
      choices={CHOICES}
      value={row.is_approved === null ? null : row.is_approved ? 'approve' : 'reject'}
      onChange={(choice) => onDecide(row, choice === 'approve')}
      wordClassName={WORDS}
    />
  );
}
