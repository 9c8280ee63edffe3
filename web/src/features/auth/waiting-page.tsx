import { MailOpen } from 'lucide-react';
import { GrantsNote, useRecheckGrants } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** The page of an account without a role, or whose roles could not be read. It opens the app as soon as a role is found. */
export function WaitingPage({ email }: { email: string | undefined }) {
  const { grantsState } = useSession();
  return grantsState === 'known' ? <WaitingForInvitation email={email} /> : <WaitingForGrants email={email} />;
}

function WaitingForInvitation({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  const { busy, recheck } = useRecheckGrants();
  return (
    <AuthFrame title="Your account is waiting for an invitation" description={`You’re signed in as ${email}.`}>
      <Note icon={MailOpen}>
        Ask your administrator to invite this address. The link in the invitation opens your team’s workspace.
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

function WaitingForGrants({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  return (
    <AuthFrame title="Your permissions aren’t known yet" description={`You’re signed in as ${email}.`}>
      <GrantsNote />
      <Button size="lg" className="mt-6 w-full" onClick={signOut}>
        Sign Out
      </Button>
    </AuthFrame>
  );
}
