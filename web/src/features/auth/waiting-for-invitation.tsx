import { MailOpen } from 'lucide-react';
import { useSession } from '@/features/session/session.tsx';
import { useRecheck } from '@/features/session/use-recheck.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** For a person with an account but without a role: says what is missing, lets them in as soon as it is there, and lets them go. */
export function WaitingForInvitation({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  const { busy, recheck } = useRecheck();
  return (
    <AuthFrame title="Your account waits for an invitation" description={`You are signed in as ${email}.`}>
      <Note icon={MailOpen}>
        Ask your administrator to invite this address. The link in the invitation opens your team's workspace.
      </Note>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" size="lg" className="flex-1" busy={busy} onClick={recheck}>
          Check again
        </Button>
        <Button size="lg" className="flex-1" onClick={signOut}>
          Sign Out
        </Button>
      </div>
    </AuthFrame>
  );
}
