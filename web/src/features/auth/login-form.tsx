import { isAuthApiError } from '@supabase/auth-js';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { config } from '@/lib/config.ts';
import { logFailure } from '@/lib/failure.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { ResendConfirmation } from './check-inbox.tsx';
import { checkLogin } from './checks.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { FormFailure } from './form-failure.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { texts } from './texts.ts';

const { demo = [] } = config;

export function LoginForm() {
  const { signIn } = useSession();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { formRef, values, busy, submitError, onSubmit, errorOf, inputProps, setValues } = useForm({
    initial: { email: '', password: '' },
    validate: checkLogin,
    submit: async ({ email: typed, password }) => {
      const email = typed.trim();
      setUnconfirmed(undefined);
      try {
        await signIn({ email, password });
      } catch (error) {
        logFailure('Login error', error);
        if (!isAuthApiError(error) || error.code !== 'email_not_confirmed') throw error;
        setUnconfirmed(email);
      }
    },
  });
  return (
    <>
      <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
        {unconfirmed && (
          <Note
            tone="warning"
            title={texts.login.confirmTitle}
            action={<ResendConfirmation email={unconfirmed} returnTo={paths.home} />}
          >
            {texts.login.confirm(unconfirmed)}
          </Note>
        )}
        <Field label={texts.fields.email} error={errorOf('email')}>
          {(control) => <Input {...control} {...inputProps('email')} type="email" autoComplete="username" required />}
        </Field>
        <Field
          label={texts.fields.password}
          error={errorOf('password')}
          aside={
            <Link
              to={paths.newPassword}
              state={{ email: values.email.trim() }}
              className="rounded-sm font-medium text-accent-text text-xs hover:underline"
            >
              {texts.login.forgot}
            </Link>
          }
        >
          {(control) => (
            <Input {...control} {...inputProps('password')} type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
          {texts.login.submit}
        </Button>
        <FormFailure>{submitError}</FormFailure>
      </form>
      <SignInMethods returnTo={paths.home} />
      {demo.length > 0 && <DemoAccounts accounts={demo} onPick={setValues} />}
    </>
  );
}
