import { Link } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import type { Invitation } from './invitation.ts';

export type OtherAccountProps = { invitation: Invitation; email: string | undefined };

/** For somebody who is signed in with an address that was not invited. */
export function OtherAccount({ invitation, email }: OtherAccountProps) {
  const { signOut } = useSession();
  return (
    <>
      <Note tone="warning" title="This invitation is for another email address">
        It was sent to <strong className="font-medium">{invitation.email}</strong>. You are signed in as{' '}
        <strong className="font-medium">{email}</strong>.
      </Note>
      <div className="mt-5 grid gap-2">
        <Button variant="primary" size="lg" onClick={signOut}>
          Sign out and continue
        </Button>
        <Link to={paths.home} className={buttonClass('secondary', 'lg')}>
          Stay signed in
        </Link>
      </div>
    </>
  );
}
