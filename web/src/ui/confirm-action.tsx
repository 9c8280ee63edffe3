import { type Save, useSave } from '@/lib/use-save.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

export type ConfirmActionProps = Pick<
  ConfirmDialogProps,
  'title' | 'description' | 'confirmLabel' | 'danger' | 'returnTo'
> &
  Save<void, unknown> & {
    onSaved?: () => void;
    onClose: () => void;
  };

/** Saves a change after a confirmation. Stays open if it fails. */
export function ConfirmAction({ onSaved, onClose, ...props }: ConfirmActionProps) {
  const { save, isSaving } = useSave(props);
  const confirm = async () => {
    if (!(await save())) return;
    onSaved?.();
    onClose();
  };
  return <ConfirmDialog {...props} onOpenChange={onClose} busy={isSaving} onConfirm={confirm} />;
}
