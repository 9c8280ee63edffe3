import { type ReactNode, useId } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormElement, type FormElementProps } from './form.tsx';

export type FormDialogProps = {
  form: FormElementProps['form'] & { busy?: boolean };
  title: string;
  description?: ReactNode;
  /** The title unless given. */
  submitLabel?: string;
  disabled?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { form, title, description, submitLabel = title, disabled, onClose, children } = props;
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
          <Button variant="primary" type="submit" form={id} busy={form.busy} disabled={disabled}>
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
