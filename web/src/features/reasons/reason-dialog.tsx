import { useId } from 'react';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { addReason, type Reason, reasonList, updateReason } from './data.ts';
import { texts } from './texts.ts';

const { page } = texts;

export type ReasonDialogProps = {
  /** The reason to rename; null for a new one. */
  reason: Reason | null;
  /** Table and position of a new reason. */
  subject: TableName;
  position: number;
  onClose: () => void;
};

export function ReasonDialog({ reason, subject, position, onClose }: ReasonDialogProps) {
  const formId = useId();
  const { save } = useSave({
    write: (name: string) => (reason ? updateReason(reason.id, { name }) : addReason({ subject, name, position })),
    refresh: (client) => client.invalidateQueries({ queryKey: reasonList.queryKey }),
    success: { title: reason ? page.renamed : page.added },
    failure: page.failed,
    reason: (error) => ((error as { code?: unknown }).code === '23505' ? page.taken : String((error as Error).message)),
  });
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { name: reason?.name ?? '' },
    validate: (given) => checkName(given, { missing: page.nameMissing, most: textLengths.reasonName }),
    submit: async ({ name }) => {
      if (await save(name.trim())) onClose();
    },
  });
  const title = reason ? page.renameTitle : page.add;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={reason ? page.renameNote : page.addNote[subject]}
      footer={
        <>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {reason ? page.rename : page.add}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={onSubmit}>
        <Field label={page.nameLabel} error={errorOf('name')}>
          {(control) => <Input {...control} {...inputProps('name')} dir="auto" autoComplete="off" required />}
        </Field>
      </form>
    </Dialog>
  );
}
