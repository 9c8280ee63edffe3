import { Compass, type LucideIcon, ShieldAlert, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { NoticePage } from '@/ui/notice-page.tsx';
import { GrantsNote } from './grants-note.tsx';
import { texts } from './texts.ts';

type HomeNoticeProps = { icon: LucideIcon; title: string; description: string; children?: ReactNode };

/** A message with a link to the user's home page. */
export function HomeNotice({ children, ...notice }: HomeNoticeProps) {
  return (
    <NoticePage
      {...notice}
      action={
        <>
          {children}
          <Link to={paths.home} className={buttonClass(children ? 'secondary' : 'primary')}>
            {texts.home}
          </Link>
        </>
      }
    />
  );
}

export function NotFoundPage() {
  usePageTitle(texts.notFound);
  return <HomeNotice icon={Compass} title={texts.notFoundTitle} description={texts.notFoundHint} />;
}

export function AccessDenied() {
  usePageTitle(texts.denied);
  return <HomeNotice icon={ShieldX} title={texts.denied} description={texts.deniedHint} />;
}

/** Shown instead of a denial while the roles are unknown. */
export function UncheckedAccess() {
  usePageTitle(texts.unchecked);
  return (
    <HomeNotice icon={ShieldAlert} title={texts.unchecked} description={texts.uncheckedHint}>
      <GrantsNote className="mb-6 text-left" />
    </HomeNotice>
  );
}
