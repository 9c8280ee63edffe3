import { useEffect, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { oneTimeCode, TextField, type TextFieldProps } from '@/ui/form.tsx';
import { type Form, useForm } from '@/ui/use-form.ts';
import { checkCode, plainCode, type VerificationMethod } from '../checks.ts';
import { sendVerificationCode } from '../data.ts';
import { texts } from '../texts.ts';

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

/** A form for a code. `submit` gets it without spaces. */
export const useCodeForm = (submit: (code: string) => Promise<unknown>) =>
  useForm({
    initial: { code: '' },
    validate: checkCode,
    submit: ({ code }) => submit(plainCode(code)),
    failsAt: 'code',
  });

/** The field of a code that was just sent, or that an authenticator app shows. */
export const CodeField = <Name extends string>(props: Omit<TextFieldProps<Name>, 'label'>) => (
  <TextField label={texts.fields.code} {...oneTimeCode} autoFocus {...props} />
);

type OnlyCodeFieldProps = { form: ReturnType<typeof useCodeForm>; help: string };

/** The field of a form that only asks for a code. A complete code is submitted. */
export function OnlyCodeField({ form, help }: OnlyCodeFieldProps) {
  const { formRef } = form;
  const { code } = form.values;
  useEffect(() => {
    if (!checkCode({ code }).code) queueMicrotask(() => formRef.current?.requestSubmit()); // it renders, which an effect must not
  }, [code, formRef]);
  return (
    <CodeField
      form={form}
      name="code"
      help={help}
      className="h-11! text-center text-xl tracking-[0.3em] tabular-nums"
    />
  );
}
