import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import { type NewPasswordEntries, PASSWORD_MINIMUM } from './checks.ts';

export const NO_PASSWORD: NewPasswordEntries = { password: '', repeated: '' };

type PasswordForm = Form<NewPasswordEntries>;

export type NewPasswordFieldsProps = {
  form: Pick<PasswordForm, 'inputProps' | 'errorOf'>;
  /** What the first field is called; the second says the same again. */
  label?: string;
};

/** A password that is chosen, typed twice. */
export function NewPasswordFields({ form: { inputProps, errorOf }, label = 'New password' }: NewPasswordFieldsProps) {
  return (
    <>
      <Field label={label} help={`At least ${PASSWORD_MINIMUM} characters.`} error={errorOf('password')}>
        {(control) => (
          <Input
            {...control}
            {...inputProps('password')}
            type="password"
            autoComplete="new-password"
            minLength={PASSWORD_MINIMUM}
            required
          />
        )}
      </Field>
      <Field label={`Confirm ${label.toLowerCase()}`} error={errorOf('repeated')}>
        {(control) => (
          <Input {...control} {...inputProps('repeated')} type="password" autoComplete="new-password" required />
        )}
      </Field>
    </>
  );
}
