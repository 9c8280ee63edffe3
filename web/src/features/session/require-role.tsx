import { ShieldAlert, ShieldX } from 'lucide-react';
import { Link, Navigate, Outlet } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import { accessFor, type Role } from './access.ts';
import { GrantsNote } from './grants-note.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

/** Guards the routes below it. */
export function RequireRole({ required }: { required: Role }) {
  const session = useSession();
  switch (accessFor(session, required)) {
    case 'wait':
      return <LoadingScreen />;
    case 'sign-in':
      return <Navigate to={paths.auth} replace />;
    case 'denied':
      return session.grantsState === 'known' ? <AccessDenied /> : <UncheckedAccess />;
    case 'granted':
      return <Outlet />;
  }
}

function AccessDenied() {
  usePageTitle(texts.denied);
  return (
    <NoticePage
      icon={ShieldX}
      title={texts.denied}
      description={texts.deniedHint}
      action={
        <Link to={paths.home} className={buttonClass('primary')}>
          {texts.home}
        </Link>
      }
    />
  );
}

/** Shown instead of a denial while the roles are unknown. */
function UncheckedAccess() {
  usePageTitle(texts.unchecked);
  return (
    <NoticePage
      icon={ShieldAlert}
      title={texts.unchecked}
      description={texts.uncheckedHint}
      action={
        <>
          <GrantsNote className="mb-6 text-left" />
          <Link to={paths.home} className={buttonClass()}>
            {texts.home}
          </Link>
        </>
      }
    />
  );
}
