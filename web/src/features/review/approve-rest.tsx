import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { batchSizes } from '#domain/limits.ts';
import { makeScope, NO_FILTERS } from '@/features/lists/filters.ts';
import { invalidateTable, undoDecisions, useReviewCounts } from '@/features/lists/list-data.ts';
import { countRows } from '@/features/lists/status.ts';
import type { ReviewTable } from '@/features/lists/table.ts';
import { inBatches } from '@/lib/batches.ts';
import { counted } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { LazyConfirmDialog } from '@/ui/lazy-confirm-dialog.ts';
import { approveRest } from './decision-data.ts';
import { texts } from './texts.ts';

const { rest } = texts;

type ApproveRestProps = {
  table: ReviewTable;
  customers: readonly string[];
  audience?: string | null | undefined;
  onApproved: () => void;
};

/** Approves, after a confirmation, all rows of a review link that are not reviewed, those that a search leaves out, too. */
export function ApproveRest({ table: { name, noun }, customers, audience = null, onApproved }: ApproveRestProps) {
  const [isAsking, setAsking] = useState(false);
  const counts = useReviewCounts(name, makeScope({ ...NO_FILTERS, audience }, customers));
  const count = counts ? countRows(counts, 'to_review') : 0;
  const { save: undo } = useSave({
    write: async (ids: string[]) => {
      for (const batch of inBatches(ids, batchSizes.approve)) await undoDecisions(name, batch);
    },
    refresh: (client) => invalidateTable(client, name),
    success: (_, ids) => ({ title: rest.undone(counted(ids.length, noun)) }),
    failure: texts.undoFailed,
  });
  const { save, isSaving } = useSave({
    write: () => approveRest(name),
    refresh: (client) => invalidateTable(client, name),
    success: ({ ids, failure }) =>
      ids.length === 0
        ? { title: rest.none, description: rest.leftOut, tone: 'neutral' }
        : {
            title: rest.approved(counted(ids.length, noun)),
            ...(failure && { description: rest.partly(failure), tone: 'neutral' }),
            action: { label: commonTexts.undo, onClick: () => undo(ids) },
          },
    failure: texts.decisionFailed,
  });
  const approve = async () => {
    if (await save()) onApproved();
    setAsking(false);
  };
  return (
    <>
      <Button icon={CheckCheck} disabled={count === 0} onClick={() => setAsking(true)}>
        {rest.action(count)}
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title={rest.title(counted(count, noun))}
          description={[rest.description(noun), name === 'leads' && rest.leftOut].filter(Boolean).join(' ')}
          confirmLabel={rest.confirm(counted(count, noun))}
          busy={isSaving}
          onConfirm={approve}
          returnTo={() => document.querySelector<HTMLElement>('main [data-done]')}
        />
      )}
    </>
  );
}
