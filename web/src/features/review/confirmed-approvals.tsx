import { useMemo, useState } from 'react';
import type { Suppressed } from '@/features/do-not-contact/suppressed.tsx';
import { texts } from '@/features/do-not-contact/texts.ts';
import type { ReviewRow } from '@/features/lists/table.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import type { Approvals } from './approvals.ts';

/** Approvals that need a confirmation for leads that must not be contacted, and its dialog. */
export function useConfirmedApprovals(approvals: Approvals, suppressed: Suppressed) {
  const [waiting, setWaiting] = useState<ReviewRow | null>(null);
  const guarded = useMemo(
    (): Approvals => ({
      ...approvals,
      setApproval: async (row, approved) => {
        if (approved && row.is_approved !== true && suppressed.has(row.id)) setWaiting(row);
        else await approvals.setApproval(row, approved);
      },
    }),
    [approvals, suppressed],
  );
  const question = waiting && (
    <ConfirmDialog
      onOpenChange={() => setWaiting(null)}
      title={texts.confirm.title(waiting.name)}
      description={texts.applies(suppressed.get(waiting.id) ?? [])}
      confirmLabel={texts.confirm.anyway}
      onConfirm={() => {
        setWaiting(null);
        approvals.setApproval(waiting, true);
      }}
    />
  );
  return { guarded, question };
}
