import { Navigate } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { entryFor } from './access.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { useSession } from './session.tsx';

/** `/` shows nothing of its own: it leads each person to where they work. */
export function EntryPage() {
  usePageTitle('Home');
  const entry = entryFor(useSession());
  return entry === 'wait' ? <LoadingScreen /> : <Navigate to={paths[entry]} replace />;
}
