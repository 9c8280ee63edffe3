import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { resendConfirmation } from './data.ts';
import { texts } from './texts.ts';

const { inbox } = texts;

export type ConfirmationProps = {
  email: string;
  /** The page that the link in the email opens. */
  returnTo: string;
};

/** Shown after sign-up where email addresses must be confirmed. */
export function CheckInbox({ email, returnTo }: ConfirmationProps) {
  return (
    <Note
      tone="info"
      icon={MailCheck}
      title={inbox.title}
      className="mt-6"
      action={<ResendConfirmation email={email} returnTo={returnTo} />}
    >
      {inbox.confirm(<strong className="font-medium">{email}</strong>)}
    </Note>
  );
}

export function ResendConfirmation({ email, returnTo }: ConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await resendConfirmation(email, returnTo);
      toast({ title: inbox.resent, description: inbox.resentHint(email), tone: 'success' });
    } catch (error) {
      toastFailure(inbox.resendFailed, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={resend}>
      {inbox.resend}
    </Button>
  );
}
