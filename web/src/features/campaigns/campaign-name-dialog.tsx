import { type ReactNode, useId } from 'react';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';

type NameForm = Form<{ name: string }>;

export type CampaignNameDialogProps = {
  title: string;
  description?: string;
  /** The verb of what the name is for. */
  submitLabel: string;
  form: Pick<NameForm, 'formRef' | 'busy' | 'onSubmit' | 'errorOf' | 'inputProps'>;
  onClose: () => void;
  /** What is asked for before the name. */
  children?: ReactNode;
};

/** What is wrong with a campaign's name. */
export const checkCampaignName = (values: { name: string }) =>
  checkName(values, { missing: 'Please enter a campaign name', most: textLengths.campaignName });

/** Asks for a campaign's name. */
export function CampaignNameDialog(props: CampaignNameDialogProps) {
  const { title, description, submitLabel, form, onClose, children } = props;
  const { formRef, busy, onSubmit, errorOf, inputProps } = form;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
        {children}
        <Field label="Campaign name" error={errorOf('name')}>
          {(control) => (
            <Input
              {...control}
              {...inputProps('name')}
              dir="auto"
              placeholder="Founder introductions"
              autoComplete="off"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
