import { Compass, type LucideIcon, ShieldAlert, ShieldX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useRouteError } from 'react-router';
import { failureReason } from '@/lib/failure.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { paths } from '@/paths.ts';
import { buttonClass, Spinner } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { GrantsNote } from './grants-note.tsx';
import { useSession } from './session.tsx';
import { texts } from './texts.ts';

export function LoadingScreen() {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
      <p role="status" className="flex animate-appear items-center gap-2 text-muted">
        <Spinner />
        {texts.loading}
      </p>
    </main>
  );
}

/** Replaces the address. The code of the other page may still have to be loaded. */
export const Redirect = ({ to }: { to: string }) => (
  <>
    <Navigate to={to} replace />
    <LoadingScreen />
  </>
);

export type NoticePageProps = { icon: LucideIcon; title: string; description: string; action: ReactNode };

export function NoticePage({ icon: Icon, title, description, action }: NoticePageProps) {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center px-6 py-12 text-center">
      <div className="flex max-w-sm flex-col items-center">
        <span className="mb-5 grid size-14 place-items-center rounded-lg border border-border bg-raised text-muted">
          <Icon aria-hidden className="size-6" strokeWidth={1.5} />
        </span>
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="mt-1.5 mb-6 text-muted">{description}</p>
        {action}
      </div>
    </main>
  );
}

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

/** In place of a page that failed, for example because its code is gone after an update. */
export const BrokenPage = () => (
  <ErrorState {...texts.brokenPage} details={failureReason(useRouteError())} onRetry={() => location.reload()} />
);

/** The page in place of one that cannot be loaded offline. */
export const OfflinePage = () => (
  <div role="status">
    <EmptyState icon={WifiOff} {...texts.offline} />
  </div>
);
