import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { logFailure } from '@/lib/failure.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { paths } from '@/paths.ts';
import { FormElement, FormFailure, SubmitButton, TextField } from '@/ui/form.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkPassword } from './checks.ts';
import { NewPasswordField } from './password/password-fields.tsx';
import { texts } from './texts.ts';

const CheckInbox = lazyPart('CheckInbox', () => import('./confirm/check-inbox.tsx'));

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
  if (unconfirmed) return <CheckInbox email={unconfirmed} returnTo={paths.home} />;
  return (
    <FormElement form={form} className="space-y-4 pt-6">
      <TextField form={form} name="fullName" label={texts.fields.fullName} autoComplete="name" />
      <TextField form={form} name="email" label={texts.fields.email} type="email" autoComplete="email" />
      <NewPasswordField form={form} />
      <SubmitButton form={form} className="mt-2">
        {texts.signUp.submit}
      </SubmitButton>
      <FormFailure>{form.submitError}</FormFailure>
    </FormElement>
  );
}
