import { type Save, useSave } from '@/lib/use-save.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

export type ConfirmActionProps = Pick<ConfirmDialogProps, 'title' | 'description' | 'confirmLabel' | 'danger'> &
  Save<void, unknown> & {
    onSaved?: () => void;
    onClose: () => void;
  };

/** Saves a change after a confirmation. Stays open if it fails. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { title, description, confirmLabel, danger, onSaved, onClose, ...options } = props;
  const { save, isSaving } = useSave(options);
  const confirm = async () => {
    if (!(await save())) return;
    onSaved?.();
    onClose();
  };
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      danger={danger}
      busy={isSaving}
      onConfirm={confirm}
    />
  );
}
