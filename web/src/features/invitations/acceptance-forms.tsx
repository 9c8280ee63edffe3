import { Link } from 'react-router';
import { NewPasswordFields } from '@/features/auth/password/new-password-fields.tsx';
import { NO_PASSWORD } from '@/features/auth/password/rules.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { signInInvited, signUpInvited } from './acceptance-data.ts';
import { checkNewUser } from './checks.ts';
import { texts } from './texts.ts';
import type { Accept } from './use-acceptance.ts';

export type NewUserFormProps = { email: string; returnTo: string; accept: Accept };

export function NewUserForm({ email, returnTo, accept }: NewUserFormProps) {
  const form = useForm({
    initial: { fullName: '', ...NO_PASSWORD },
    validate: checkNewUser,
    submit: ({ fullName, password }) =>
      accept({
        signIn: () => signUpInvited({ email, password, fullName: fullName.trim() }, returnTo),
        success: texts.newUser.done,
        failure: texts.newUser.failed,
      }),
  });
  const { formRef, busy, onSubmit, errorOf, inputProps } = form;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <Field label={texts.fields.fullName} error={errorOf('fullName')}>
        {(control) => <Input {...control} {...inputProps('fullName')} autoComplete="name" required />}
      </Field>
      <NewPasswordFields form={form} label={texts.fields.password} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {texts.newUser.submit}
      </Button>
    </form>
  );
}

export type ExistingUserFormProps = { email: string; accept: Accept };

export function ExistingUserForm({ email, accept }: ExistingUserFormProps) {
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: texts.existingUser.passwordMissing } : {}),
    submit: ({ password }) =>
      accept({
        signIn: () => signInInvited(email, password),
        success: texts.accepted,
        failure: texts.existingUser.failed,
      }),
  });
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <InvitedEmail email={email} />
      <Field
        label={texts.fields.password}
        error={errorOf('password')}
        aside={
          <Link
            to={paths.newPassword}
            state={{ email }}
            className="rounded-sm font-medium text-accent-text text-xs hover:underline"
          >
            {texts.existingUser.forgot}
          </Link>
        }
      >
        {(control) => (
          <Input {...control} {...inputProps('password')} type="password" autoComplete="current-password" required />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {texts.existingUser.submit}
      </Button>
    </form>
  );
}

/** The invited email, read-only; password managers read it. */
function InvitedEmail({ email }: { email: string }) {
  return (
    <Field label={texts.fields.email} help={texts.fields.emailHelp}>
      {(control) => (
        <Input
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          className="bg-subtle! text-muted!"
        />
      )}
    </Field>
  );
}
