import { AudienceInput } from '@/features/audiences/audience-select.tsx';
import { useAdminSelection } from '@/features/review/admin/admin-selection.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
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
  const form = useForm({
    initial: { audience: '' },
    validate: ({ audience }) => (audience.trim() ? {} : { audience: texts.assign.missing }),
    submit: async ({ audience }) => {
      onClose();
      setSelected('assign', { makeColumn: audienceColumn, value: audience.trim() });
    },
  });
  return (
    <FormDialog
      form={form}
      title={texts.assign.title}
      description={texts.assign.description(count)}
      submitLabel={texts.assign.confirm(count)}
      onClose={onClose}
    >
      <Field label={texts.assign.audience} help={texts.assign.help} error={form.fieldError('audience')}>
        <AudienceInput
          value={form.values.audience}
          onChange={(audience) => form.setValues({ audience })}
          customers={customers}
        />
      </Field>
    </FormDialog>
  );
}
