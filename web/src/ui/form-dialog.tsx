import { type ReactNode, useId } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormElement, type FormElementProps } from './form.tsx';
import { useUnsavedForm } from './unsaved-changes.tsx';

export type FormDialogProps = {
  form: FormElementProps['form'] & { busy?: boolean; isUnsaved?: boolean };
  title: string;
  description?: ReactNode;
  /** The title unless given. */
  submitLabel?: string;
  disabled?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which asks before it closes with what was typed. */
export function FormDialog(props: FormDialogProps) {
  const { form, title, description, submitLabel = title, disabled, onClose, children } = props;
  const id = useId();
  const { question, close } = useUnsavedForm(form, onClose);
  return (
    <Dialog
      onOpenChange={close}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>{commonTexts.cancel}</Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormElement id={id} form={form}>
        {children}
      </FormElement>
      {question}
    </Dialog>
  );
}
