import { Outlet, useParams } from 'react-router';
import { areaOf } from './access.ts';
import { AccessDenied, UncheckedAccess } from './notice-pages.tsx';
import { useSession } from './session.tsx';

/** For pages of the customer in their path, which members and administrators share. */
export function RequireCustomer() {
  const { id } = useParams();
  const session = useSession();
  const { customers, grantsState } = session;
  if (areaOf(session) === 'admin' || customers.some((customer) => customer.id === id)) return <Outlet />;
  return grantsState === 'known' ? <AccessDenied /> : <UncheckedAccess />;
}
