import { ShieldAlert, ShieldX } from 'lucide-react';
import { usePageTitle } from '@/lib/page-title.ts';
import { GrantsNote } from './grants-note.tsx';
import { HomeNotice } from './notice-pages.tsx';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

/** Denies access. While the roles are unknown, says so instead. */
export function AccessDenied() {
  const isKnown = useSession().grantsState === 'known';
  usePageTitle(isKnown ? texts.denied : texts.unchecked);
  if (isKnown) return <HomeNotice icon={ShieldX} title={texts.denied} description={texts.deniedHint} />;
  return (
    <HomeNotice icon={ShieldAlert} title={texts.unchecked} description={texts.uncheckedHint}>
      <GrantsNote className="mb-6 text-left" />
    </HomeNotice>
  );
}
