import { MailCheck } from 'lucide-react';
import { Note } from '@/ui/note.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

export type CheckInboxProps = {
  email: string;
  /** Where the mailed link leads. */
  returnTo: string;
};

/** After signing up where addresses have to be confirmed. */
export function CheckInbox({ email, returnTo }: CheckInboxProps) {
  return (
    <Note
      tone="info"
      icon={MailCheck}
      title="Check your inbox"
      className="mt-6"
      action={<ResendConfirmation email={email} returnTo={returnTo} />}
    >
      We have sent a link to <strong className="font-medium">{email}</strong>. Open it to confirm your address.
    </Note>
  );
}
