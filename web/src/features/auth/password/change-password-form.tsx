import { isAuthApiError } from '@supabase/auth-js';
import { toast } from '@/lib/toast.ts';
import { FormButtons } from '@/ui/form-buttons.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { texts } from '../texts.ts';
import { changePassword } from './data.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { NO_PASSWORD } from './rules.ts';
import { checkPasswordChange } from './verification.ts';
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
        const needsCode = isAuthApiError(error) && error.code === 'reauthentication_needed';
        if (!needsCode || method === 'code') throw error;
        return requestCode(form);
      }
      toast({ title: texts.newPassword.changed, description: texts.newPassword.changedHint, tone: 'success' });
      onClose();
    },
  });
  const { formRef, busy, submitError, onSubmit, showError } = form;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      {submitError && <Note tone="danger">{submitError}</Note>}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <VerificationField
        form={form}
        method={method}
        email={email}
        onRequestCode={() => requestCode(form).catch(showError)}
      />
      <NewPasswordFields form={form} />
      <FormButtons label={texts.newPassword.save} busy={busy} onCancel={onClose} />
    </form>
  );
}
