import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { Form } from '@/ui/use-form.ts';
import { texts } from '../texts.ts';
import { sendVerificationCode } from './data.ts';
import type { VerificationMethod } from './verification.ts';

export type VerificationFieldProps = {
  form: Pick<Form<{ verification: string }>, 'inputProps' | 'errorOf'>;
  method: VerificationMethod;
  /** Where the code was sent. */
  email: string;
  onRequestCode: () => void;
};

/** The current password or, for a user who does not know it, a code by email. */
export function VerificationField({ form, method, email, onRequestCode }: VerificationFieldProps) {
  const { inputProps, errorOf } = form;
  if (method === 'none') return null;
  if (method === 'code') {
    return (
      <Field
        key="code"
        label={texts.fields.code}
        help={texts.verification.codeHelp(email)}
        error={errorOf('verification')}
      >
        {(control) => (
          <Input
            {...control}
            {...inputProps('verification')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
      </Field>
    );
  }
  return (
    <Field
      key="password"
      label={texts.verification.currentPassword}
      error={errorOf('verification')}
      aside={
        <Button variant="ghost" size="sm" className="-mt-1" onClick={onRequestCode}>
          {texts.verification.requestCode}
        </Button>
      }
    >
      {(control) => (
        <Input
          {...control}
          {...inputProps('verification')}
          type="password"
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
    </Field>
  );
}

/** The verification method of a form, and a function that mails a code and switches to it. */
export function useVerificationMethod(hasPassword: boolean) {
  const [method, setMethod] = useState<VerificationMethod>(hasPassword ? 'password' : 'none');
  const requestCode = async (form: Pick<Form<{ verification: string }>, 'clear'>) => {
    await sendVerificationCode();
    form.clear('verification');
    setMethod('code');
  };
  return { method, requestCode };
}
