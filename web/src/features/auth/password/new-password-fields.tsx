import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import { texts } from '../texts.ts';
import { type NewPasswordValues, PASSWORD_MIN_LENGTH } from './rules.ts';

export type NewPasswordFieldProps = {
  form: Pick<Form<{ password: string }>, 'inputProps' | 'errorOf'>;
  label?: string;
};

export function NewPasswordField({
  form: { inputProps, errorOf },
  label = texts.fields.password,
}: NewPasswordFieldProps) {
  return (
    <Field label={label} help={texts.newPassword.help(PASSWORD_MIN_LENGTH)} error={errorOf('password')}>
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
export function NewPasswordFields({ form, label = texts.newPassword.label }: NewPasswordFieldsProps) {
  return (
    <>
      <NewPasswordField form={form} label={label} />
      <Field label={texts.newPassword.repeat(label)} error={form.errorOf('repeated')}>
        {(control) => (
          <Input {...control} {...form.inputProps('repeated')} type="password" autoComplete="new-password" required />
        )}
      </Field>
    </>
  );
}
