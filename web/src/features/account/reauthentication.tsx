import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { checkVerification, hasPassword } from '@/features/auth/checks.ts';
import { useVerificationMethod, VerificationField } from '@/features/auth/password/verification-field.tsx';
import { hasCode } from '@/lib/failure.ts';
import { FormButtons, FormElement, HiddenEmail } from '@/ui/form.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { reauthenticate } from './data.ts';
import { texts } from './texts.ts';

type Action = () => Promise<unknown>;

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
      if (!hasCode(error, 'reauthentication_needed')) throw error;
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
  const email = user.email ?? '';
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
  return (
    <FormElement form={form} aria-label={texts.reauthentication.title}>
      {form.submitError && <Note tone="danger">{form.submitError}</Note>}
      <p className="text-muted text-sm">{texts.reauthentication.description}</p>
      <HiddenEmail email={email} />
      <VerificationField form={form} method={method} email={email} requestCode={requestCode} />
      <FormButtons
        label={method === 'none' ? texts.reauthentication.requestCode : texts.reauthentication.confirm}
        busy={form.busy}
        onCancel={onCancel}
      />
    </FormElement>
  );
}
