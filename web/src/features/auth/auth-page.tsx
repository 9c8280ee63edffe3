import { lazy, useState } from 'react';
import { Navigate } from 'react-router';
import { homeFor } from '@/features/session/access.ts';
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
import { WaitingPage } from './waiting-page.tsx';

const SecondFactorPage = lazy(async () => ({ default: (await import('./second-factor.tsx')).SecondFactorPage }));

/** Sign-in and sign-up, the second factor, and the page of an account without a role. Redirects an account with a role. */
export function AuthPage() {
  usePageTitle('Sign in');
  const session = useSession();
  if (session.loading) return <LoadingScreen />;
  if (!session.user) return <SignedOut />;
  if (session.lacksSecondFactor) return <SecondFactorPage />;
  if (homeFor(session) === 'auth') return <WaitingPage email={session.user.email} />;
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
          We’re still checking whether you’re signed in. You’ll be let in once it’s confirmed.
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
