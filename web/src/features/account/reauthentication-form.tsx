import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { useForm } from '@/ui/use-form.ts';
import { checkProof, hasPassword, type Shown } from './checks.ts';
import { reauthenticate, sendCode } from './data.ts';
import { FormButtons } from './form-buttons.tsx';
import { ProofField } from './proof-field.tsx';

export type ReauthenticationFormProps = {
  user: User;
  /** What was to be done; what it throws is shown. */
  onConfirmed: () => Promise<void>;
  onCancel: () => void;
};

/** Asks a user who signed in a while ago for the password, or for a code by email, before what opens the account changes. */
export function ReauthenticationForm({ user, onConfirmed, onCancel }: ReauthenticationFormProps) {
  const [shown, setShown] = useState<Shown>(hasPassword(user) ? 'current' : 'nothing');
  const form = useForm({
    initial: { proof: '' },
    validate: ({ proof }) => checkProof(proof, shown),
    submit: async ({ proof }) => {
      if (shown === 'nothing') return askForCode();
      await reauthenticate(shown === 'code' ? { code: proof.trim() } : { current: proof });
      await onConfirmed();
    },
  });
  const { formRef, busy, submitError, onSubmit, clear, showError } = form;
  const askForCode = async () => {
    await sendCode();
    clear('proof');
    setShown('code');
  };
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} aria-label="Confirm that it is you" className="space-y-4">
      {submitError && <Note tone="danger">{submitError}</Note>}
      <p className="text-muted text-sm">You signed in a while ago. Confirm that it is you.</p>
      <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <ProofField form={form} shown={shown} email={user.email ?? ''} onWantCode={() => askForCode().catch(showError)} />
      {shown === 'nothing' ? (
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Send me a code
          </Button>
        </div>
      ) : (
        <FormButtons label="Confirm" busy={busy} onCancel={onCancel} />
      )}
    </form>
  );
}
