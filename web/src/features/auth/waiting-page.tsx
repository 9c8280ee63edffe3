import { MailOpen } from 'lucide-react';
import { GrantsNote, useRecheckGrants } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { texts as sessionTexts } from '@/features/session/texts.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { texts } from './texts.ts';

const { waiting } = texts;

/** The page of an account without a role, or whose roles could not be read. It opens the app as soon as a role is found. */
export function WaitingPage() {
  const { user, grantsState, signOut } = useSession();
  const isKnown = grantsState === 'known';
  return (
    <AuthFrame title={isKnown ? waiting.title : sessionTexts.unchecked} description={waiting.signedInAs(user?.email)}>
      {isKnown ? <Note icon={MailOpen}>{waiting.hint}</Note> : <GrantsNote />}
      <div className="mt-6 flex gap-2">
        {isKnown && <CheckAgainButton />}
        <Button size="lg" className="flex-1" onClick={signOut}>
          {commonTexts.signOut}
        </Button>
      </div>
    </AuthFrame>
  );
}

function CheckAgainButton() {
  const { busy, recheck } = useRecheckGrants();
  return (
    <Button variant="primary" size="lg" className="flex-1" busy={busy} onClick={recheck}>
      {waiting.checkAgain}
    </Button>
  );
}
