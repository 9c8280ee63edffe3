import { hasCode } from '@/lib/failure.ts';
import { toast } from '@/lib/toast.ts';
import { FormButtons, FormElement, HiddenEmail } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useUnsavedForm } from '@/ui/unsaved-changes.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkPasswordChange, NO_PASSWORD } from '../checks.ts';
import { changePassword } from '../data.ts';
import { NewPasswordFields } from './password-fields.tsx';
import { texts } from './texts.ts';
import { useVerificationMethod, VerificationField } from './verification-field.tsx';

export type ChangePasswordFormProps = { email: string; hasPassword: boolean; onClose: () => void };

export function ChangePasswordForm({ email, hasPassword, onClose }: ChangePasswordFormProps) {
  const { method, requestCode } = useVerificationMethod(hasPassword);
  const form = useForm({
    initial: { verification: '', ...NO_PASSWORD },
    validate: (values) => checkPasswordChange(values, method),
    submit: async ({ verification, password }): Promise<void> => {
      try {
        await changePassword(password, {
          ...(method === 'password' && { password: verification }),
          ...(method === 'code' && { code: verification.trim() }),
        });
      } catch (error) {
        const needsCode = hasCode(error, 'reauthentication_needed');
        if (!needsCode || method === 'code') throw error;
        return requestCode(form);
      }
      toast(texts.newPassword.done);
      onClose();
    },
  });
  const { question, close } = useUnsavedForm(form, onClose);
  return (
    <FormElement form={form}>
      {form.submitError && <Note tone="danger">{form.submitError}</Note>}
      <HiddenEmail email={email} />
      <VerificationField form={form} method={method} email={email} requestCode={requestCode} />
      <NewPasswordFields form={form} />
      <FormButtons label={texts.newPassword.save} busy={form.busy} onCancel={close} />
      {question}
    </FormElement>
  );
}
