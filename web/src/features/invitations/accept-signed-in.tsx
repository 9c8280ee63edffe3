import { useSession } from '@/features/session/session.tsx';
import { Button } from '@/ui/button.tsx';
import type { Join } from './use-joining.ts';

export type AcceptSignedInProps = { email: string; busy: boolean; join: Join };

/** For the invited person who is signed in already, such as after confirming the address. */
export function AcceptSignedIn({ email, busy, join }: AcceptSignedInProps) {
  const { signOut } = useSession();
  return (
    <>
      <p className="mb-4 text-muted text-sm">
        You are signed in as <strong className="font-medium text-text">{email}</strong>.
      </p>
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          busy={busy}
          onClick={() => join({ welcome: 'Invitation accepted! Redirecting...' })}
        >
          Accept invitation
        </Button>
        <Button size="lg" onClick={signOut}>
          Sign Out
        </Button>
      </div>
    </>
  );
}
