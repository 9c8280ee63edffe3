import { formatTimeLeft, usePace } from '@/lib/pace.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';

export type ProgressDialogProps = {
  title: string;
  done: number;
  total: number;
  /** How far it is, such as '200 of 1,400 leads'. */
  words: string;
  /** True once Cancel was pressed and what is under way is being finished. */
  stopping?: boolean;
  onCancel: () => void;
};

/** Long work with a bar, its counts and a way to stop it. */
export function ProgressDialog({ title, done, total, words, stopping, onCancel }: ProgressDialogProps) {
  const pace = usePace(done);
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      size="sm"
      title={title}
      footer={
        <Button onClick={onCancel} busy={stopping}>
          Cancel
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
