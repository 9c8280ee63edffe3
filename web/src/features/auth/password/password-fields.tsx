import { Link } from 'react-router';
import { config } from '@/lib/config.ts';
import { paths } from '@/paths.ts';
import { TextField } from '@/ui/form.tsx';
import type { Form } from '@/ui/use-form.ts';
import { type NewPasswordValues, PASSWORD_MIN_LENGTH } from '../checks.ts';
import { texts } from '../texts.ts';

type PasswordFieldProps<Values extends Record<string, string>> = {
  form: Pick<Form<Values>, 'inputProps' | 'fieldError'>;
  label?: string;
};

const PASSWORD = { type: 'password', autoComplete: 'new-password', required: true } as const;

export const NewPasswordField = ({ form, label = texts.fields.password }: PasswordFieldProps<{ password: string }>) => (
  <TextField
    form={form}
    name="password"
    label={label}
    help={texts.newPassword.help(PASSWORD_MIN_LENGTH)}
    minLength={PASSWORD_MIN_LENGTH}
    {...PASSWORD}
  />
);

export const NewPasswordFields = ({ form, label = texts.newPassword.label }: PasswordFieldProps<NewPasswordValues>) => (
  <>
    <NewPasswordField form={form} label={label} />
    <TextField form={form} name="repeated" label={texts.newPassword.repeat(label)} {...PASSWORD} />
  </>
);

/** The password to sign in with, and a link for those who have forgotten it. */
export const CurrentPasswordField = ({ form, email }: PasswordFieldProps<{ password: string }> & { email: string }) => (
  <TextField
    form={form}
    name="password"
    label={texts.fields.password}
    aside={
      !config.publicDemo && (
        <Link
          to={paths.newPassword}
          state={{ email }}
          className="rounded-sm font-medium text-accent-text text-xs hover:underline"
        >
          {texts.login.forgot}
        </Link>
      )
    }
    type="password"
    autoComplete="current-password"
    required
  />
);
