import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Input } from './input.tsx';
import type { Form } from './use-form.ts';

export type FormElementProps = Omit<ComponentProps<'form'>, 'ref'> & {
  form: Pick<Form, 'onSubmit'> & Partial<Pick<Form, 'formRef'>>;
};

export function FormElement({ form, className = 'space-y-4', ...rest }: FormElementProps) {
  return <form ref={form.formRef} noValidate onSubmit={form.onSubmit} className={className} {...rest} />;
}

export type TextFieldProps<Name extends string> = Pick<FieldProps, 'label' | 'help' | 'aside'> &
  Omit<ComponentProps<'input'>, 'form' | 'name'> & {
    form: Pick<Form<Record<Name, string>>, 'inputProps' | 'fieldError'>;
    name: Name;
  };

/** A field of a form for one line of text. */
export function TextField<Name extends string>(props: TextFieldProps<Name>) {
  const { form, name, label, help, aside, ...input } = props;
  return (
    <Field label={label} help={help} aside={aside} error={form.fieldError(name)}>
      <Input {...form.inputProps(name)} {...input} />
    </Field>
  );
}

/** The attributes that make browsers and phones offer the code that was just received. */
export const oneTimeCode = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const;

/** Tells password managers the email, in a form without a field for it. */
export const HiddenEmail = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);

/** Why a form was not accepted, below its button. Its line is always there, so that nothing moves. */
export const FormFailure = ({ children }: { children: string | undefined }) => (
  <div className="-mt-1.5 min-h-5 text-center text-danger text-sm">{children && <p role="alert">{children}</p>}</div>
);

/** A button as wide as its form. */
export const SubmitButton = ({
  form,
  className,
  ...rest
}: Omit<ButtonProps, 'form'> & { form: Pick<Form, 'busy'> }) => (
  <Button type="submit" variant="primary" size="lg" busy={form.busy} className={clsx('w-full', className)} {...rest} />
);

export function FormButtons({ label, busy, onCancel }: { label: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{commonTexts.cancel}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
