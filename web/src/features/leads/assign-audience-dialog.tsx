import { useId } from 'react';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { useForm } from '@/ui/use-form.ts';
import { texts } from './texts.ts';

export type AssignAudienceDialogProps = {
  /** The number of selected leads. */
  count: number;
  customers: readonly string[] | null;
  onClose: () => void;
  onAssign: (audience: string) => void;
};

export function AssignAudienceDialog({ count, customers, onClose, onAssign }: AssignAudienceDialogProps) {
  const formId = useId();
  const { formRef, values, onSubmit, errorOf, setValues } = useForm({
    initial: { audience: '' },
    validate: ({ audience }) => (audience.trim() ? {} : { audience: texts.assign.missing }),
    submit: async ({ audience }) => onAssign(audience.trim()),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={texts.assign.title}
      description={texts.assign.description(count)}
      footer={
        <>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {texts.assign.confirm(count)}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={onSubmit}>
        <Field label={texts.assign.audience} help={texts.assign.help} error={errorOf('audience')}>
          {(control) => (
            <AudienceInput
              control={control}
              value={values.audience}
              onChange={(audience) => setValues({ audience })}
              customers={customers}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
