import { MailOpen } from 'lucide-react';
import { GrantsNote, useRecheckGrants } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { texts as sessionTexts } from '@/features/session/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { texts } from './texts.ts';

const { waiting } = texts;

/** The page of an account without a role, or whose roles could not be read. It opens the app as soon as a role is found. */
export function WaitingPage({ email }: { email: string | undefined }) {
  const { grantsState } = useSession();
  return grantsState === 'known' ? <WaitingForInvitation email={email} /> : <WaitingForGrants email={email} />;
}

function WaitingForInvitation({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  const { busy, recheck } = useRecheckGrants();
  return (
    <AuthFrame title={waiting.title} description={waiting.signedInAs(email)}>
      <Note icon={MailOpen}>{waiting.hint}</Note>
      <div className="mt-6 flex gap-2">
        <Button variant="primary" size="lg" className="flex-1" busy={busy} onClick={recheck}>
          {waiting.checkAgain}
        </Button>
        <Button size="lg" className="flex-1" onClick={signOut}>
          {waiting.signOut}
        </Button>
      </div>
    </AuthFrame>
  );
}

function WaitingForGrants({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  return (
    <AuthFrame title={sessionTexts.unchecked} description={waiting.signedInAs(email)}>
      <GrantsNote />
      <Button size="lg" className="mt-6 w-full" onClick={signOut}>
        {waiting.signOut}
      </Button>
    </AuthFrame>
  );
}
