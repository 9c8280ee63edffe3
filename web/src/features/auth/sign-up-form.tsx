import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { CheckInbox } from './check-inbox.tsx';
import { checkSignUp, PASSWORD_MINIMUM } from './checks.ts';
import { logged } from './logged.ts';

const NONE = { fullName: '', email: '', password: '' };

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useSession();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { formRef, busy, onSubmit, errorOf, inputProps } = useForm({
    initial: NONE,
    validate: checkSignUp,
    submit: ({ fullName, email, password }) => {
      const account = { fullName: fullName.trim(), email: email.trim(), password };
      const done = signUp(account).then((state) => (state === 'ready' ? onDone() : setUnconfirmed(account.email)));
      return logged('Sign-up', done);
    },
  });
  if (unconfirmed) return <CheckInbox email={unconfirmed} returnTo={paths.home} />;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <Field label="Full name">
        {(control) => <Input {...control} {...inputProps('fullName')} autoComplete="name" />}
      </Field>
      <Field label="Email">
        {(control) => <Input {...control} {...inputProps('email')} type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" help={`At least ${PASSWORD_MINIMUM} characters.`} error={errorOf('password')}>
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
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        Create account
      </Button>
    </form>
  );
}
