import { type ReactNode, useId } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormElement } from './form.tsx';
import type { Form } from './use-form.ts';

export type FormDialogProps = {
  form: Pick<Form, 'formRef' | 'busy' | 'onSubmit'>;
  title: string;
  description?: ReactNode;
  /** The title unless given. */
  submitLabel?: string;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ form, title, description, submitLabel = title, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{commonTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormElement id={id} form={form}>
        {children}
      </FormElement>
    </Dialog>
  );
}
