import { ProgressDialog } from '@/features/bulk/progress-dialog.tsx';
import { counted, formatNumber } from '@/lib/format.ts';
import { LEAD } from '../noun.ts';
import type { ExportProgress } from './use-export.ts';

/** Exports of fewer leads than this are over before a dialog could be read. */
const WORTH_SHOWING = 5_000;

export type ExportProgressDialogProps = { progress: ExportProgress | null; onCancel: () => void };

export function ExportProgressDialog({ progress, onCancel }: ExportProgressDialogProps) {
  if (!progress || progress.total < WORTH_SHOWING) return null;
  const { done, total } = progress;
  return (
    <ProgressDialog
      title="Exporting approved leads"
      done={done}
      total={total}
      words={`${formatNumber(done)} of ${counted(total, LEAD)}`}
      onCancel={onCancel}
    />
  );
}
