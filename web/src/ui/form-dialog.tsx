import { type ReactNode, useId } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { FormElement, type FormElementProps } from './form.tsx';
import { useUnsavedForm } from './unsaved-changes.tsx';

export type FormDialogProps = {
  form: FormElementProps['form'] & { busy?: boolean; isUnsaved?: boolean };
  title: string;
  description?: ReactNode;
  size?: DialogProps['size'];
  /** Content at the start of the footer. */
  aside?: ReactNode;
  /** The text of the question before typed input is discarded. */
  unsaved?: string;
  /** The title unless given. */
  submitLabel?: string;
  disabled?: boolean;
  returnTo?: DialogProps['returnTo'];
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which asks before it closes with what was typed. */
export function FormDialog(props: FormDialogProps) {
  const {
    form,
    title,
    description,
    size = 'sm',
    aside,
    unsaved,
    submitLabel = title,
    disabled,
    returnTo,
    onClose,
    children,
  } = props;
  const id = useId();
  const { question, close } = useUnsavedForm(form, onClose, unsaved);
  return (
    <Dialog
      onOpenChange={close}
      size={size}
      title={title}
      description={description}
      returnTo={returnTo}
      footer={
        <>
          {aside}
          <Button onClick={close}>{commonTexts.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={form.busy}
            disabled={disabled}
            onClick={(event) => event.detail > 1 && event.preventDefault()} // a double-click would also submit what follows
          >
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
