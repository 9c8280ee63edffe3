import { Check, X } from 'lucide-react';
import { useContext } from 'react';
import { WORDS } from '@/ui/list/layout.ts';
import { TogglePair } from '@/ui/toggle-pair.tsx';
import { ApprovalsContext } from './approvals.ts';
import type { ReviewRow } from './table.ts';

const CHOICES = [
  { value: 'approve', label: 'Approve', icon: Check, tone: 'success' },
  { value: 'reject', label: 'Reject', icon: X, tone: 'danger' },
] as const;

/** Approves or rejects a row of the list that it is in. */
export function ApprovalToggle({ row }: { row: ReviewRow }) {
  const approvals = useContext(ApprovalsContext);
  return (
    <TogglePair
      label={`Approval of ${row.name}`}
      choices={CHOICES}
      value={row.is_approved === null ? null : row.is_approved ? 'approve' : 'reject'}
      onChange={(choice) => approvals?.setApproval(row, choice === 'approve')}
      wordClassName={WORDS}
    />
  );
}
