import { generatePath } from 'react-router';
import { AuthFrame } from '@/features/auth/auth-frame.tsx';
import { CallbackNote } from '@/features/auth/callback-note.tsx';
import { CheckInbox } from '@/features/auth/check-inbox.tsx';
import { SecondFactorForm } from '@/features/auth/second-factor-form.tsx';
import { useSession } from '@/features/session/session.tsx';
import { paths } from '@/paths.ts';
import { Note } from '@/ui/note.tsx';
import { AcceptSignedIn } from './accept-signed-in.tsx';
import { type Invitation, isInvited } from './invitation.ts';
import { JoinTabs } from './join-tabs.tsx';
import { Joined } from './joined.tsx';
import { OtherAccount } from './other-account.tsx';
import { type Join, type Joining, useJoining } from './use-joining.ts';

export type JoinPageProps = { token: string; invitation: Invitation };

/** A valid invitation, and the way in for whoever has opened it. */
export function JoinPage({ token, invitation }: JoinPageProps) {
  const { joining, join } = useJoining(token);
  const { customerName, email } = invitation;
  const returnTo = generatePath(paths.invitation, { token });
  const failure = joining.stage === 'choosing' && joining.failure;
  return (
    <AuthFrame title={`Join ${customerName}`} description={`You are invited to review leads for ${customerName}.`}>
      <CallbackNote />
      {failure && (
        <Note tone="danger" title={failure.title} className="mb-5">
          {failure.text}
        </Note>
      )}
      {joining.stage === 'joined' && <Joined welcome={joining.welcome} />}
      {joining.stage === 'unconfirmed' && <CheckInbox email={email} returnTo={returnTo} />}
      {(joining.stage === 'choosing' || joining.stage === 'joining') && (
        <WayIn joining={joining} invitation={invitation} returnTo={returnTo} join={join} />
      )}
    </AuthFrame>
  );
}

type WayInProps = { joining: Joining; invitation: Invitation; returnTo: string; join: Join };

/** While the person is being let in, what they have sent stays on the screen, whatever the session says meanwhile. */
function WayIn({ joining, invitation, returnTo, join }: WayInProps) {
  const { user, lacksSecondFactor } = useSession();
  const isJoining = joining.stage === 'joining';
  if (isJoining ? !joining.wasSignedIn : !user)
    return <JoinTabs invitation={invitation} returnTo={returnTo} join={join} />;
  if (!isInvited(invitation, user?.email)) return <OtherAccount invitation={invitation} email={user?.email} />;
  if (lacksSecondFactor) return <SecondFactorForm />;
  return <AcceptSignedIn email={invitation.email} busy={isJoining} join={join} />;
}
