import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { AuthFrame } from './auth-frame.tsx';
import { checkCode, plainCode } from './checks.ts';
import { verifySecondFactor } from './data.ts';

export function SecondFactorPage() {
  usePageTitle('Two-factor sign-in');
  const { user } = useSession();
  return (
    <AuthFrame title="Two-factor sign-in" description={`Confirm that it’s you, ${user?.email}.`}>
      <SecondFactorForm />
    </AuthFrame>
  );
}

/** Asks for the code of an authenticator app. A valid code changes the session, which then shows the next page. */
export function SecondFactorForm() {
  const { signOut } = useSession();
  const { formRef, values, busy, submitError, onSubmit, errorOf, inputProps } = useForm({
    initial: { code: '' },
    validate: checkCode,
    submit: ({ code }) => verifySecondFactor(plainCode(code)),
  });
  const { code } = values;
  useEffect(() => {
    if (!checkCode({ code }).code) formRef.current?.requestSubmit();
  }, [code, formRef]);
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      <Field label="Code" help="Six digits from your authenticator app." error={errorOf('code') ?? submitError}>
        {(control) => (
          <Input
            {...control}
            {...inputProps('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            className="h-11! text-center text-xl tracking-[0.3em] tabular-nums"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" icon={ShieldCheck} busy={busy} className="w-full">
        Verify
      </Button>
      <Button size="lg" variant="ghost" className="w-full" onClick={signOut}>
        Use another account
      </Button>
      <p className="text-muted text-xs">
        Lost your authenticator? Your administrator can reset your two-factor sign-in.
      </p>
    </form>
  );
}
