import { ShieldAlert, ShieldX } from 'lucide-react';
import { Outlet, useParams } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { accessFor, type Role, visitorArea } from './access.ts';
import { GrantsNote } from './grants-note.tsx';
import { LoadingScreen } from './notice-page.tsx';
import { HomeNotice, Redirect } from './notice-pages.tsx';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

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

/** Denies access. While the roles are unknown, says so instead. */
function AccessDenied() {
  const isKnown = useSession().grantsState === 'known';
  usePageTitle(isKnown ? texts.denied : texts.unchecked);
  if (isKnown) return <HomeNotice icon={ShieldX} title={texts.denied} description={texts.deniedHint} />;
  return (
    <HomeNotice icon={ShieldAlert} title={texts.unchecked} description={texts.uncheckedHint}>
      <GrantsNote className="mb-6 text-left" />
    </HomeNotice>
  );
}
