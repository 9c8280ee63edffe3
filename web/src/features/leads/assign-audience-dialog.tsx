import { useId } from 'react';
import { AudienceInput } from '@/features/audiences/audience-input.tsx';
import { counted } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { useForm } from '@/ui/use-form.ts';
import { LEADS } from './lead-table.tsx';

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
    validate: ({ audience }) => (audience.trim() ? {} : { audience: 'Please select or enter an audience name' }),
    submit: async ({ audience }) => onAssign(audience.trim()),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Assign to audience"
      description={`${counted(count, LEADS.noun)} will be moved to this audience.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Assign {counted(count, LEADS.noun)}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={onSubmit}>
        <Field label="Audience" help="Choose an existing audience or type a new name." error={errorOf('audience')}>
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
