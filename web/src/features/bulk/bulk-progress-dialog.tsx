import { useEffect, useState } from 'react';
import { counted, formatNumber, type Noun } from '@/lib/format.ts';
import { ProgressDialog } from './progress-dialog.tsx';
import type { BulkAction } from './result-message.ts';
import type { BulkProgress } from './use-bulk-run.ts';

const TITLES: Record<BulkAction, (noun: Noun) => string> = {
  approve: ({ many }) => `Approving ${many}`,
  delete: ({ many }) => `Deleting ${many}`,
  assign: () => 'Assigning audience',
  undo: () => 'Undoing',
};

export type BulkProgressDialogProps = { progress: BulkProgress | null; noun: Noun; onCancel: () => void };

/** Shown while the rows are being found and whenever the work takes more than one batch. */
export function BulkProgressDialog({ progress, noun, onCancel }: BulkProgressDialogProps) {
  const finding = progress !== null && progress.total === null;
  const isLong = useLonger(finding);
  if (!progress || (finding ? !isLong : progress.batches <= 1)) return null;
  const { action, total, tried, stopping } = progress;
  return (
    <ProgressDialog
      title={TITLES[action](noun)}
      done={tried}
      total={total ?? 1}
      words={wordsFor(progress, noun)}
      stopping={stopping}
      onCancel={onCancel}
    />
  );
}

function wordsFor({ total, tried, stopping }: BulkProgress, noun: Noun): string {
  if (stopping) return 'Stopping after the batch under way…';
  if (total === null) return `Finding the ${noun.many} that match…`;
  return `${formatNumber(tried)} of ${counted(total, noun)}`;
}

/** Whether something has been going on for so long that a person should be told. */
function useLonger(going: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!going) return setLong(false);
    const timer = setTimeout(() => setLong(true), 300);
    return () => clearTimeout(timer);
  }, [going]);
  return long;
}
