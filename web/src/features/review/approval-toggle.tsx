import { Check, X } from 'lucide-react';
import { useContext } from 'react';
import type { ReviewRow } from '@/features/lists/table.ts';
import { texts as listTexts } from '@/features/lists/texts.ts';
import { WORD_WIDTH, WORDS } from '@/ui/list/columns.ts';
import { TogglePair } from '@/ui/toggle-pair.tsx';
import { ApprovalsContext } from './approvals.ts';
import { texts } from './texts.ts';

const CHOICES = [
  { value: 'approve', label: texts.approve, state: listTexts.statusName('approved'), icon: Check, tone: 'success' },
  { value: 'reject', label: texts.reject, state: listTexts.statusName('rejected'), icon: X, tone: 'danger' },
] as const;

/** Approves or rejects a row of the list that it is in. `withWords` also shows them where a list has no space for them. */
export function ApprovalToggle({ row, withWords = false }: { row: ReviewRow; withWords?: boolean }) {
  const approvals = useContext(ApprovalsContext);
  const decide = (choice: 'approve' | 'reject') => {
    approvals?.setCurrent(row.id);
    approvals?.setApproval(row, choice === 'approve');
  };
  return (
    <TogglePair
      label={texts.approvalOf(row.name)}
      choices={CHOICES}
      value={row.is_approved === null ? null : row.is_approved ? 'approve' : 'reject'}
      onChange={decide}
      {...(!withWords && { wordClassName: WORDS, halfClassName: WORD_WIDTH })}
    />
  );
}
