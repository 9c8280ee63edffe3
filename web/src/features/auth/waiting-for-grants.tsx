import { GrantsNote } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { Button } from '@/ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** For a person of whom it is not known yet whether they have a role. */
export function WaitingForGrants({ email }: { email: string | undefined }) {
  const { signOut } = useSession();
  return (
    <AuthFrame title="Your permissions are not known yet" description={`You are signed in as ${email}.`}>
      <GrantsNote />
      <Button size="lg" className="mt-6 w-full" onClick={signOut}>
        Sign Out
      </Button>
    </AuthFrame>
  );
}
