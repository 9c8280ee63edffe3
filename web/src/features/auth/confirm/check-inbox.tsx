import { MailCheck } from 'lucide-react';
import { toast } from '@/lib/toast.ts';
import { useAttempt } from '@/lib/use-attempt.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { resendConfirmation } from '../data.ts';
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
  const { attempt, isBusy } = useAttempt(inbox.resendFailed, async () => {
    await resendConfirmation(email, returnTo);
    toast({ title: inbox.resent, description: inbox.resentHint(email), tone: 'success' });
  });
  return (
    <Button busy={isBusy} onClick={() => attempt()}>
      {inbox.resend}
    </Button>
  );
}
