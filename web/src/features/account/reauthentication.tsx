import { isAuthApiError, type User } from '@supabase/auth-js';
import { useState } from 'react';
import { checkVerification, hasPassword } from '@/features/auth/password/verification.ts';
import { useVerificationMethod, VerificationField } from '@/features/auth/password/verification-field.tsx';
import { FormButtons } from '@/ui/form-buttons.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { reauthenticate } from './data.ts';
import { texts } from './texts.ts';

type Action = () => Promise<void>;

/**
 * Runs sensitive changes of the account. If the backend requires a recent sign-in, `form` verifies the user, and the action runs
 * again.
 */
export function useReauthentication(user: User) {
  const [pending, setPending] = useState<Action>();

  const run = async (action: Action) => {
    try {
      await action();
    } catch (error) {
      if (!isAuthApiError(error) || error.code !== 'reauthentication_needed') throw error;
      setPending(() => action);
    }
  };

  const close = () => setPending(undefined);
  const form = pending && (
    <ReauthenticationForm user={user} onConfirmed={() => pending().then(close)} onCancel={close} />
  );
  return { run, form };
}

type ReauthenticationFormProps = {
  user: User;
  /** The form shows an error that it throws. */
  onConfirmed: Action;
  onCancel: () => void;
};

function ReauthenticationForm({ user, onConfirmed, onCancel }: ReauthenticationFormProps) {
  const { method, requestCode } = useVerificationMethod(hasPassword(user));
  const form = useForm({
    initial: { verification: '' },
    validate: ({ verification }) => checkVerification(verification, method),
    submit: async ({ verification }): Promise<void> => {
      if (method === 'none') return requestCode(form);
      await reauthenticate(method === 'code' ? { code: verification.trim() } : { password: verification });
      await onConfirmed();
    },
  });
  const { formRef, busy, submitError, onSubmit, showError } = form;
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} aria-label={texts.reauthentication.title} className="space-y-4">
      {submitError && <Note tone="danger">{submitError}</Note>}
      <p className="text-muted text-sm">{texts.reauthentication.description}</p>
      <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <VerificationField
        form={form}
        method={method}
        email={user.email ?? ''}
        onRequestCode={() => requestCode(form).catch(showError)}
      />
      <FormButtons
        label={method === 'none' ? texts.reauthentication.requestCode : texts.reauthentication.confirm}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
