import { useEffect, useState } from 'react';
import { texts } from '@/features/lists/bulk/texts.ts';
import type { BulkProgress } from '@/features/lists/bulk/use-bulk-run.ts';
import type { Noun } from '@/lib/format.ts';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { useAdminSelection } from './admin-selection.tsx';

/** Shown while the ids are read, if that takes a while, and during runs of several batches. */
export function BulkProgressDialog() {
  const { list, progress, cancel } = useAdminSelection();
  const { noun } = list.table;
  const isReading = progress !== null && progress.total === null;
  const isSlow = useDelayed(isReading);
  if (!progress || (isReading ? !isSlow : progress.batches <= 1)) return null;
  const { action, total, tried, stopping } = progress;
  return (
    <ProgressDialog
      title={texts.progressTitle(action, noun)}
      done={tried}
      total={total ?? 1}
      words={describeProgress(progress, noun)}
      stopping={stopping}
      onCancel={cancel}
    />
  );
}

function describeProgress({ total, tried, stopping }: BulkProgress, noun: Noun): string {
  if (stopping) return texts.stopping;
  if (total === null) return texts.finding(noun);
  return texts.progress(tried, total, noun);
}

const DELAY_MS = 300;

/** True once `isOn` has been true for the delay. */
function useDelayed(isOn: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isOn) return setIsDelayed(false);
    const timer = setTimeout(() => setIsDelayed(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isDelayed;
}
