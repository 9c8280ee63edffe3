import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { logFailure } from '@/lib/failure.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { CheckInbox } from './check-inbox.tsx';
import { FormFailure } from './form-failure.tsx';
import { NewPasswordField } from './password/new-password-fields.tsx';
import { checkPassword } from './password/rules.ts';
import { texts } from './texts.ts';

/** Validates the password's length only; every other rule is the backend's. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useSession();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const form = useForm({
    initial: { fullName: '', email: '', password: '' },
    validate: checkPassword,
    submit: async (values) => {
      const email = values.email.trim();
      try {
        const state = await signUp({ fullName: values.fullName.trim(), email, password: values.password });
        if (state === 'ready') onDone();
        else setUnconfirmed(email);
      } catch (error) {
        logFailure('Sign-up error', error);
        throw error;
      }
    },
  });
  const { formRef, busy, submitError, onSubmit, inputProps } = form;
  if (unconfirmed) return <CheckInbox email={unconfirmed} returnTo={paths.home} />;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4 pt-6">
      <Field label={texts.fields.fullName}>
        {(control) => <Input {...control} {...inputProps('fullName')} autoComplete="name" />}
      </Field>
      <Field label={texts.fields.email}>
        {(control) => <Input {...control} {...inputProps('email')} type="email" autoComplete="email" />}
      </Field>
      <NewPasswordField form={form} />
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-2 w-full">
        {texts.signUp.submit}
      </Button>
      <FormFailure>{submitError}</FormFailure>
    </form>
  );
}
