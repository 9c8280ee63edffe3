import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { InvitedEmail } from './invited-email.tsx';
import { signInInvited } from './joining-data.ts';
import type { Join } from './use-joining.ts';

export type ExistingUserFormProps = { email: string; join: Join };

export function ExistingUserForm({ email, join }: ExistingUserFormProps) {
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'Enter your password' } : {}),
    submit: ({ password }) =>
      join({
        comeIn: () => signInInvited(email, password),
        welcome: 'Invitation accepted! Redirecting...',
        failure: 'Error signing in',
      }),
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <Field
        label="Password"
        error={errorOf('password')}
        aside={
          <Link
            to={paths.newPassword}
            state={{ email }}
            className="rounded-sm font-medium text-accent-text text-xs hover:underline"
          >
            Forgot password?
          </Link>
        }
      >
        {(control) => (
          <Input {...control} {...inputProps('password')} type="password" autoComplete="current-password" required />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        Sign in and accept
      </Button>
    </form>
  );
}
