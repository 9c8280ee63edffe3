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
import { texts } from './texts.ts';

const { secondFactor } = texts;

export function SecondFactorPage() {
  usePageTitle(secondFactor.title);
  const { user } = useSession();
  return (
    <AuthFrame title={secondFactor.title} description={secondFactor.description(user?.email)}>
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
      <Field label={texts.fields.code} help={secondFactor.help} error={errorOf('code') ?? submitError}>
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
        {secondFactor.verify}
      </Button>
      <Button size="lg" variant="ghost" className="w-full" onClick={signOut}>
        {secondFactor.otherAccount}
      </Button>
      <p className="text-muted text-xs">{secondFactor.lost}</p>
    </form>
  );
}
