import { lazy, useState } from 'react';
import { Navigate } from 'react-router';
import { entryFor } from '@/features/session/access.ts';
import { LoadingScreen } from '@/features/session/loading-screen.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { Note } from '@/ui/note.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CallbackNote } from './callback-note.tsx';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { WaitingForGrants } from './waiting-for-grants.tsx';
import { WaitingForInvitation } from './waiting-for-invitation.tsx';

const SecondFactor = lazy(async () => ({ default: (await import('./second-factor.tsx')).SecondFactor }));

/** The way in: sign in, sign up, show the second factor, or hear that the account still waits. Whoever has a role is led on. */
export function AuthPage() {
  usePageTitle('Sign in');
  const session = useSession();
  if (session.loading) return <LoadingScreen />;
  if (!session.user) return <SignedOut />;
  if (session.lacksSecondFactor) return <SecondFactor />;
  if (entryFor(session) === 'auth') {
    const Waiting = session.grantsState === 'known' ? WaitingForInvitation : WaitingForGrants;
    return <Waiting email={session.user.email} />;
  }
  return <Navigate to={session.isAdmin ? paths.admin : paths.home} replace />;
}

function SignedOut() {
  const { isSessionKnown } = useSession();
  const [tab, setTab] = useState<'login' | 'sign-up'>('login');
  return (
    <AuthFrame
      title={tab === 'login' ? 'Welcome back' : 'Create your account'}
      description={
        tab === 'login' ? 'Sign in to review your leads.' : 'Your team can then invite you to its workspace.'
      }
    >
      <CallbackNote />
      {!isSessionKnown && (
        <Note className="mb-5">
          Whether you are signed in is still being checked. Once it is confirmed, you are let in.
        </Note>
      )}
      <Tabs
        label="Sign in or sign up"
        variant="pill"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: 'login', label: 'Login', panel: <LoginForm /> },
          { name: 'sign-up', label: 'Sign Up', panel: <SignUpForm onDone={() => setTab('login')} /> },
        ]}
      />
    </AuthFrame>
  );
}
