import { type LucideIcon, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { paths } from '@/paths.ts';
import { buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadingScreen, NoticePage } from './notice-page.tsx';
import { texts } from './texts.ts';

/** Replaces the address. The code of the other page may still have to be loaded. */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <Navigate to={to} replace />
    <LoadingScreen />
  </>
);

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

/** The page in place of one that cannot be loaded offline. */
export const OfflinePage = () => (
  <div role="status">
    <EmptyState icon={WifiOff} {...texts.offline} />
  </div>
);
