import { useId } from 'react';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { useAdminSelection } from '@/features/review/admin/admin-selection.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { useForm } from '@/ui/use-form.ts';
import { audienceColumn } from './data.ts';
import { texts } from './texts.ts';

export type AssignAudienceDialogProps = {
  customers: readonly string[] | null;
  onClose: () => void;
};

/** Assigns an audience to the selected leads. */
export function AssignAudienceDialog({ customers, onClose }: AssignAudienceDialogProps) {
  const { summary, setSelected } = useAdminSelection();
  const { count } = summary;
  const formId = useId();
  const { formRef, values, onSubmit, errorOf, setValues } = useForm({
    initial: { audience: '' },
    validate: ({ audience }) => (audience.trim() ? {} : { audience: texts.assign.missing }),
    submit: async ({ audience }) => {
      onClose();
      setSelected('assign', { columnOf: audienceColumn, value: audience.trim() });
    },
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
