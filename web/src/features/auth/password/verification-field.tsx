import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/form.tsx';
import type { Form } from '@/ui/use-form.ts';
import type { VerificationMethod } from '../checks.ts';
import { sendVerificationCode } from '../data.ts';
import { CodeField } from './code-field.tsx';
import { texts } from './texts.ts';

type VerificationForm = Pick<Form<{ verification: string }>, 'inputProps' | 'fieldError' | 'clear' | 'showError'>;

type VerificationFieldProps = ReturnType<typeof useVerificationMethod> & {
  form: VerificationForm;
  /** Where the code was sent. */
  email: string;
};

/** The current password or, for a user who does not know it, a code by email. */
export function VerificationField({ form, method, email, requestCode }: VerificationFieldProps) {
  if (method === 'none') return null;
  if (method === 'code') {
    const help = texts.verification.codeHelp(email);
    return <CodeField key="code" form={form} name="verification" help={help} required />;
  }
  return (
    <TextField
      key="password"
      form={form}
      name="verification"
      label={texts.verification.currentPassword}
      aside={
        <Button variant="ghost" size="sm" className="-mt-1" onClick={() => requestCode(form).catch(form.showError)}>
          {texts.verification.requestCode}
        </Button>
      }
      type="password"
      autoComplete="current-password"
      autoFocus
      required
    />
  );
}

/** The verification method of a form, and a function that mails a code and switches to it. */
export function useVerificationMethod(hasPassword: boolean) {
  const [method, setMethod] = useState<VerificationMethod>(hasPassword ? 'password' : 'none');
  const requestCode = async (form: Pick<VerificationForm, 'clear'>) => {
    await sendVerificationCode();
    form.clear('verification');
    setMethod('code');
  };
  return { method, requestCode };
}
