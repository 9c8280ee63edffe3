import { useState } from 'react';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { resendConfirmation } from './data.ts';

export type ResendConfirmationProps = { email: string; returnTo: string };

export function ResendConfirmation({ email, returnTo }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await resendConfirmation(email, returnTo);
      toast({ title: 'Confirmation sent', description: `Look for it in the inbox of ${email}.`, tone: 'success' });
    } catch (error) {
      toastFailure('Error sending confirmation', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={resend}>
      Resend confirmation
    </Button>
  );
}
