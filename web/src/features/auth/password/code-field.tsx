import { useEffect } from 'react';
import { oneTimeCode, TextField, type TextFieldProps } from '@/ui/form.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkCode, plainCode } from '../checks.ts';
import { texts } from '../texts.ts';

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
