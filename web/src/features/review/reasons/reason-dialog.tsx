import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { useSave } from '@/lib/use-save.ts';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useForm } from '@/ui/use-form.ts';
import { addReason, type RejectionReason, refreshReasons, updateReason } from './data.ts';
import { texts } from './texts.ts';

const { page } = texts;

export type ReasonDialogProps = {
  /** The reason to rename; null for a new one. */
  reason: RejectionReason | null;
  /** Table and position of a new reason. */
  subject: TableName;
  position: number;
  onClose: () => void;
};

export function ReasonDialog({ reason, subject, position, onClose }: ReasonDialogProps) {
  const { save } = useSave({
    write: (name: string) => (reason ? updateReason(reason.id, { name }) : addReason({ subject, name, position })),
    refresh: refreshReasons,
    success: { title: reason ? page.renamed : page.added },
    failure: page.failed,
    reason: (error) => ((error as { code?: unknown }).code === '23505' ? page.taken : String((error as Error).message)),
  });
  const form = useForm({
    initial: { name: reason?.name ?? '' },
    validate: (given) => checkName(given, { missing: page.nameMissing, most: textLengths.reasonName }),
    submit: async ({ name }) => {
      if (await save(name.trim())) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={reason ? page.renameTitle : page.add}
      description={reason ? page.renameNote : page.addNote[subject]}
      submitLabel={reason ? page.rename : page.add}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={page.nameLabel} dir="auto" autoComplete="off" required />
    </FormDialog>
  );
}
