import { Suspense, useEffect, useState } from 'react';
import { generatePath, Link, useNavigate } from 'react-router';
import { AuthFrame, CallbackNote } from '@/features/auth/auth-frame.tsx';
import { CheckInbox } from '@/features/auth/confirm/check-inbox.tsx';
import { SignInMethods, useSignInMethods } from '@/features/auth/providers/sign-in-methods.tsx';
import { SecondFactorForm } from '@/features/auth/second-step/second-factor.tsx';
import { useSession } from '@/features/session/session.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { ExistingUserForm, NewUserForm } from './acceptance-forms.tsx';
import { type Invitation, isInvited } from './invitation.ts';
import { texts } from './texts.ts';
import { type Accept, type Acceptance, useAcceptance } from './use-acceptance.ts';

export function AcceptPage({ token, invitation }: { token: string; invitation: Invitation }) {
  const { acceptance, accept } = useAcceptance(token);
  const { customerName, email } = invitation;
  const returnTo = generatePath(paths.invitation, { token });
  const error = acceptance.stage === 'choosing' && acceptance.error;
  return (
    <AuthFrame title={texts.join(customerName)} description={texts.joinHint(customerName)}>
      <CallbackNote />
      {error && (
        <Note tone="danger" title={error.title} className="mb-5">
          {error.text}
        </Note>
      )}
      {acceptance.stage === 'accepted' && <Accepted message={acceptance.message} />}
      {acceptance.stage === 'unconfirmed' && <CheckInbox email={email} returnTo={returnTo} />}
      {(acceptance.stage === 'choosing' || acceptance.stage === 'accepting') && (
        <AcceptStep acceptance={acceptance} invitation={invitation} returnTo={returnTo} accept={accept} />
      )}
    </AuthFrame>
  );
}

type AcceptStepProps = { acceptance: Acceptance; invitation: Invitation; returnTo: string; accept: Accept };

/** While an acceptance is in progress its form stays, even if the session changes. */
function AcceptStep({ acceptance, invitation, returnTo, accept }: AcceptStepProps) {
  const { user, lacksSecondFactor } = useSession();
  const isAccepting = acceptance.stage === 'accepting';
  const isSignedIn = isAccepting ? acceptance.wasSignedIn : user !== null;
  if (!isSignedIn) return <SignedOutTabs invitation={invitation} returnTo={returnTo} accept={accept} />;
  if (!isInvited(invitation, user?.email)) return <WrongAccount invitation={invitation} email={user?.email} />;
  if (lacksSecondFactor) return <SecondFactorForm />;
  return <AcceptSignedIn email={invitation.email} busy={isAccepting} accept={accept} />;
}

function SignedOutTabs({ invitation: { email }, returnTo, accept }: Omit<AcceptStepProps, 'acceptance'>) {
  const [tab, setTab] = useState<'new' | 'existing'>('new');
  const methods = useSignInMethods();
  return (
    <Tabs
      label={texts.tabs.label}
      variant="pill"
      selected={tab}
      onSelect={setTab}
      tabs={[
        {
          name: 'new',
          label: texts.tabs.newUser,
          panel: <NewUserForm email={email} returnTo={returnTo} accept={accept} />,
        },
        {
          name: 'existing',
          label: texts.tabs.existingUser,
          panel: (
            <>
              <ExistingUserForm email={email} accept={accept} />
              <Suspense>
                <SignInMethods methods={methods} returnTo={returnTo} />
              </Suspense>
            </>
          ),
        },
      ]}
    />
  );
}

/** Tells a user that the invitation is for another email than the one they are signed in with. */
function WrongAccount({ invitation, email }: { invitation: Invitation; email: string | undefined }) {
  const { signOut } = useSession();
  return (
    <>
      <Note tone="warning" title={texts.wrongAccount.title}>
        {texts.wrongAccount.hint(
          <strong className="font-medium">{invitation.email}</strong>,
          <strong className="font-medium">{email}</strong>,
        )}
      </Note>
      <div className="mt-5 grid gap-2">
        <Button variant="primary" size="lg" onClick={signOut}>
          {texts.wrongAccount.signOut}
        </Button>
        <Link to={paths.home} className={buttonClass('secondary', 'lg')}>
          {texts.wrongAccount.stay}
        </Link>
      </div>
    </>
  );
}

function AcceptSignedIn({ email, busy, accept }: { email: string; busy: boolean; accept: Accept }) {
  const { signOut } = useSession();
  return (
    <>
      <p className="mb-4 text-muted text-sm">
        {texts.signedIn.as(<strong className="font-medium text-text">{email}</strong>)}
      </p>
      <div className="grid gap-2">
        <Button variant="primary" size="lg" busy={busy} onClick={() => accept({ success: texts.accepted })}>
          {texts.signedIn.accept}
        </Button>
        <Button size="lg" onClick={signOut}>
          {commonTexts.signOut}
        </Button>
      </div>
    </>
  );
}

/** The delay that the specification names. */
const REDIRECT_MS = 1500;

function Accepted({ message }: { message: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Note tone="success" title={message}>
      {texts.acceptedHint}
    </Note>
  );
}
