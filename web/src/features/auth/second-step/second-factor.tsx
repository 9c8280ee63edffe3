import { ShieldCheck } from 'lucide-react';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { Button } from '@/ui/button.tsx';
import { FormElement, SubmitButton } from '@/ui/form.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { verifySecondFactor } from '../data.ts';
import { OnlyCodeField, useCodeForm } from '../password/code-field.tsx';
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
  const form = useCodeForm(verifySecondFactor);
  return (
    <FormElement form={form}>
      <OnlyCodeField form={form} help={secondFactor.help} />
      <SubmitButton form={form} icon={ShieldCheck}>
        {secondFactor.verify}
      </SubmitButton>
      <Button size="lg" variant="ghost" className="w-full" onClick={signOut}>
        {secondFactor.otherAccount}
      </Button>
      <p className="text-muted text-xs">{secondFactor.lost}</p>
    </FormElement>
  );
}
