import { isAuthApiError } from '@supabase/auth-js';
import { useState } from 'react';
import { NewPasswordFields, NO_PASSWORD } from '@/features/auth/new-password-fields.tsx';
import { toast } from '@/lib/toast.ts';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkPasswordChange, type Shown } from './checks.ts';
import { changePassword, sendCode } from './data.ts';
import { FormButtons } from './form-buttons.tsx';
import { ProofField } from './proof-field.tsx';

export type PasswordFormProps = { email: string; hasPassword: boolean; onClose: () => void };

/** Asks for the current password or, from whoever does not know it, for a code from the mailbox. */
export function PasswordForm({ email, hasPassword, onClose }: PasswordFormProps) {
  const [shown, setShown] = useState<Shown>(hasPassword ? 'current' : 'nothing');
  const askForCode = async () => {
    await sendCode();
    clear('proof');
    setShown('code');
  };
  const form = useForm({
    initial: { proof: '', ...NO_PASSWORD },
    validate: (values) => checkPasswordChange(values, shown),
    submit: async ({ proof, password }) => {
      try {
        await changePassword(password, {
          ...(shown === 'current' && { current: proof }),
          ...(shown === 'code' && { code: proof.trim() }),
        });
      } catch (error) {
        const needsCode = isAuthApiError(error) && error.code === 'reauthentication_needed';
        if (!needsCode || shown === 'code') throw error;
        return askForCode();
      }
      toast({ title: 'Password changed', description: 'Your other devices were signed out.', tone: 'success' });
      onClose();
    },
  });
  const { formRef, busy, submitError, onSubmit, clear, showError } = form;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
      {submitError && <Note tone="danger">{submitError}</Note>}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <ProofField form={form} shown={shown} email={email} onWantCode={() => askForCode().catch(showError)} />
      <NewPasswordFields form={form} />
      <FormButtons label="Save password" busy={busy} onCancel={onClose} />
    </form>
  );
}
