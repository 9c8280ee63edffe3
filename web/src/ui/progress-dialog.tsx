import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ProgressBar } from './progress-bar.tsx';

export type ProgressDialogProps = {
  title: string;
  done: number;
  total: number;
  words: string;
  /** Cancel was pressed and the current step is being finished. */
  stopping?: boolean;
  onCancel: () => void;
};

export function ProgressDialog({ title, done, total, words, stopping, onCancel }: ProgressDialogProps) {
  const pace = usePace(done);
  return (
    <Dialog
      onOpenChange={onCancel}
      size="sm"
      title={title}
      footer={
        <Button onClick={onCancel} busy={stopping}>
          {commonTexts.cancel}
        </Button>
      }
    >
      <ProgressBar label={title} value={done} max={total} valueText={words} />
      <p className="mt-2 flex justify-between gap-4 text-muted text-sm tabular-nums">
        <span>{words}</span>
        {!stopping && <span>{formatTimeLeft(total - done, pace)}</span>}
      </p>
    </Dialog>
  );
}
