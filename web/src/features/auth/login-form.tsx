import { useState } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { config } from '@/lib/config.ts';
import { hasCode, logFailure } from '@/lib/failure.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { paths } from '@/paths.ts';
import { FormElement, FormFailure, SubmitButton, TextField } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { OtherWays } from './auth-frame.tsx';
import { checkLogin, type LoginValues } from './checks.ts';
import type { SignInMethods as Methods } from './data.ts';
import { CurrentPasswordField } from './password/password-fields.tsx';
import { SignInMethods } from './providers/sign-in-methods.tsx';
import { texts } from './texts.ts';

const ResendConfirmation = lazyPart('ResendConfirmation', () => import('./confirm/check-inbox.tsx'));

const { demo = [] } = config;

export function LoginForm({ methods, email: known = '' }: { methods: Methods; email?: string }) {
  const { signIn } = useSession();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const form = useForm({
    initial: { email: known, password: '' },
    validate: checkLogin,
    submit: async ({ email: typed, password }) => {
      const email = typed.trim();
      setUnconfirmed(undefined);
      try {
        await signIn({ email, password });
      } catch (error) {
        logFailure('Login error', error);
        if (!hasCode(error, 'email_not_confirmed')) throw error;
        setUnconfirmed(email);
      }
    },
  });
  return (
    <>
      <FormElement form={form} className="space-y-4 pt-6">
        {unconfirmed && (
          <Note
            tone="warning"
            title={texts.login.confirmTitle}
            action={<ResendConfirmation email={unconfirmed} returnTo={paths.home} />}
          >
            {texts.login.confirm(unconfirmed)}
          </Note>
        )}
        <TextField form={form} name="email" label={texts.fields.email} type="email" autoComplete="username" required />
        <CurrentPasswordField form={form} email={form.values.email.trim()} />
        <SubmitButton form={form} className="mt-2">
          {texts.login.submit}
        </SubmitButton>
        <FormFailure>{form.submitError}</FormFailure>
      </FormElement>
      <SignInMethods methods={methods} returnTo={paths.home} />
      {demo.length > 0 && <DemoAccounts onPick={form.setValues} />}
    </>
  );
}

function DemoAccounts({ onPick }: { onPick: (values: LoginValues) => void }) {
  return (
    <OtherWays label={texts.login.demoLabel} words={texts.login.demo}>
      {demo.map(({ email, password, role }) => (
        <button
          key={email}
          type="button"
          onClick={() => onPick({ email, password })}
          className="flex h-9 items-center justify-between gap-4 rounded-md border border-border bg-raised px-3 text-left transition-colors hover:bg-subtle pointer-coarse:h-11"
        >
          <span className="font-medium text-sm capitalize">{role}</span>
          <span className="truncate text-muted text-xs">{email}</span>
        </button>
      ))}
    </OtherWays>
  );
}
