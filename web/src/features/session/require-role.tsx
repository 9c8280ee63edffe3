import { Navigate, Outlet } from 'react-router';
import { paths } from '@/paths.ts';
import { accessFor, type Role } from './access.ts';
import { AccessDenied } from './access-denied.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { useSession } from './session.tsx';

/** Lets only one role through to the pages below it. */
export function RequireRole({ needed }: { needed: Role }) {
  const session = useSession();
  switch (accessFor(session, needed)) {
    case 'wait':
      return <LoadingScreen />;
    case 'sign-in':
      return <Navigate to={paths.auth} replace />;
    case 'denied':
      return <AccessDenied />;
    case 'granted':
      return <Outlet />;
  }
}
