import { Outlet, useParams } from 'react-router';
import { paths } from '@/paths.ts';
import { accessFor, type Role, visitorArea } from './access.ts';
import { AccessDenied } from './access-denied.tsx';
import { LoadingScreen } from './notice-page.tsx';
import { Redirect } from './notice-pages.tsx';
import { useSession } from './session.tsx';

/** Shows the pages of an area to users with its role. Without a role the area is the user's own. */
export function RequireRole({ required }: { required?: Role }) {
  const session = useSession();
  switch (accessFor(session, required ?? visitorArea(session))) {
    case 'wait':
      return <LoadingScreen />;
    case 'sign-in':
      return <Redirect to={paths.auth} />;
    case 'denied':
      return <AccessDenied />;
    case 'granted':
      return <Outlet />;
  }
}

/** Shows the pages of the customer in the path, which members and administrators share. */
export function RequireCustomer() {
  const { id } = useParams();
  const session = useSession();
  const isOwn = visitorArea(session) === 'admin' || session.customers.some((customer) => customer.id === id);
  return isOwn ? <Outlet /> : <AccessDenied />;
}
