import { useState } from 'react';
import { homeFor } from '@/features/session/access.ts';
import { LoadingScreen } from '@/features/session/notice-page.tsx';
import { Redirect } from '@/features/session/notice-pages.tsx';
import { useSession } from '@/features/session/session.tsx';
import { config } from '@/lib/config.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { Note } from '@/ui/note.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { AuthFrame, CallbackNote } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { useSignInMethods } from './providers/sign-in-methods.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { texts } from './texts.ts';
import { WaitingPage } from './waiting-page.tsx';

const SecondFactorPage = lazyPart(
  'SecondFactorPage',
  () => import('./second-step/second-factor.tsx'),
  <LoadingScreen />,
);

const { page } = texts;

/** Sign-in and sign-up, the second factor, and the page of an account without a role. Redirects an account with a role. */
export function AuthPage() {
  usePageTitle(page.title);
  const session = useSession();
  if (session.loading) return <LoadingScreen />;
  if (!session.user) return <SignedOut />;
  if (session.lacksSecondFactor) return <SecondFactorPage />;
  if (homeFor(session) === 'auth') return <WaitingPage />;
  return <Redirect to={session.isAdmin ? paths.admin : paths.home} />;
}

function SignedOut() {
  const { isSessionKnown } = useSession();
  const [tab, setTab] = useState<'login' | 'sign-up'>('login');
  const methods = useSignInMethods();
  if (!methods) return <LoadingScreen />;
  return (
    <AuthFrame
      title={tab === 'login' ? page.loginTitle : page.signUpTitle}
      description={tab === 'login' ? page.loginHint : page.signUpHint}
    >
      {config.needsAdministrator && <NoAdministrator />}
      <CallbackNote />
      {!isSessionKnown && <Note className="mb-5">{page.checking}</Note>}
      <Tabs
        label={page.tabs}
        variant="pill"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { name: 'login', label: page.login, panel: <LoginForm methods={methods} /> },
          { name: 'sign-up', label: page.signUp, panel: <SignUp onDone={() => setTab('login')} /> },
        ]}
      />
    </AuthFrame>
  );
}

/** Nobody signs up to a public demo. */
const SignUp = ({ onDone }: { onDone: () => void }) =>
  config.publicDemo ? <Note className="mt-6">{texts.signUp.publicDemo}</Note> : <SignUpForm onDone={onDone} />;

const { noAdministrator } = texts;

function NoAdministrator() {
  const code = (text: string) => <code className="wrap-anywhere font-medium text-text">{text}</code>;
  return (
    <Note title={noAdministrator.title} className="mb-5">
      {noAdministrator.hint(code(noAdministrator.command), code(noAdministrator.email), code(noAdministrator.password))}
    </Note>
  );
}
