import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { type Toast, toast, toastFailure } from './toast.ts';

export type ConfirmActionProps = Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel' | 'danger'> & {
  act: () => Promise<unknown>;
  /** What is said once it is done. */
  done: Pick<Toast, 'title' | 'description'>;
  /** The title of what is said where it fails; the reason is told beneath. */
  failed: string;
  onClose: () => void;
};

/** Asks before something is done, does it, and tells how it went. Stays open where it fails. */
export function ConfirmAction({ act, done, failed, onClose, ...question }: ConfirmActionProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await act();
      toast({ ...done, variant: 'success' });
      onClose();
    } catch (error) {
      toastFailure(failed, error);
      setBusy(false);
    }
  };
  return <ConfirmDialog open onOpenChange={onClose} {...question} busy={busy} onConfirm={confirm} />;
}
