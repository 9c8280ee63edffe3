import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import { type NewPasswordValues, PASSWORD_MIN_LENGTH } from './rules.ts';

export type NewPasswordFieldProps = {
  form: Pick<Form<{ password: string }>, 'inputProps' | 'errorOf'>;
  label?: string;
};

export function NewPasswordField({ form: { inputProps, errorOf }, label = 'Password' }: NewPasswordFieldProps) {
  return (
    <Field label={label} help={`At least ${PASSWORD_MIN_LENGTH} characters.`} error={errorOf('password')}>
      {(control) => (
        <Input
          {...control}
          {...inputProps('password')}
          type="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          required
        />
      )}
    </Field>
  );
}

export type NewPasswordFieldsProps = {
  form: Pick<Form<NewPasswordValues>, 'inputProps' | 'errorOf'>;
  label?: string;
};

/** A new password, typed twice. */
export function NewPasswordFields({ form, label = 'New password' }: NewPasswordFieldsProps) {
  return (
    <>
      <NewPasswordField form={form} label={label} />
      <Field label={`Confirm ${label.toLowerCase()}`} error={form.errorOf('repeated')}>
        {(control) => (
          <Input {...control} {...form.inputProps('repeated')} type="password" autoComplete="new-password" required />
        )}
      </Field>
    </>
  );
}
