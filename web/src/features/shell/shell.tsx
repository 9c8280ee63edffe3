import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { takeCallbackMessage } from '@/features/auth/data.ts';
import { type Role, visitorArea } from '@/features/session/access.ts';
import { GrantsNote } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { useLiveSession } from '@/features/session/use-live-session.ts';
import { useEffectiveCustomers } from '@/lib/effective-customers.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { toast } from '@/lib/toast.ts';
import { buttonClass } from '@/ui/button.tsx';
import { usePageMark } from '@/ui/page-mark.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { areas } from './areas.ts';
import { OfflineNote } from './offline-note.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { Sidebar } from './sidebar.tsx';
import { texts } from './texts.ts';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';

/** The frame of every page of an area, without one of that of the reader: sidebar, top bar, and the query cache of the user. */
export function Shell({ area: named }: { area: Role | undefined }) {
  const session = useSession();
  const { user, isAdmin, impersonation, customerIds } = session;
  const area = named ?? visitorArea(session);
  const sidebar = useSidebar();
  usePageMark(sidebar.isMobile ? null : sidebar.open ? 'sidebar-open' : 'sidebar-collapsed');
  const page = useRef<HTMLElement>(null);
  useCallbackToast();
  useLiveSession();
  const customers = area === 'customer' ? customerIds.join(' ') : null;
  useEffectiveCustomers(isAdmin || customerIds.length === 1 ? customers : null); // the rights of a member name all of theirs, which may be too many for a URL
  const owner = `${user?.id} ${impersonation?.id} ${customers}`;
  const queryClient = useOwnQueryClient(owner);

  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SkipLink />
        <div className="flex min-h-[calc(100dvh-var(--banner))] print:block print:min-h-0">
          {sidebar.isMobile ? (
            <Sheet
              open={sidebar.openOver}
              onOpenChange={sidebar.setOpenOver}
              title={areas[area].title}
              className="w-72"
            >
              <Sidebar area={area} onNavigate={() => sidebar.setOpenOver(false)} />
            </Sheet>
          ) : (
            <div
              data-sidebar={sidebar.open ? 'open' : 'collapsed'}
              className={clsx(
                'sticky top-(--banner) flex h-[calc(100dvh-var(--banner))] shrink-0 flex-col border-border border-r bg-raised print:hidden',
                sidebar.open ? 'w-64' : 'w-12',
              )}
            >
              <Sidebar area={area} collapsed={!sidebar.open} />
            </div>
          )}
          <div className="flex min-w-0 flex-1 flex-col print:block">
            <TopBar area={area} sidebar={sidebar} />
            <OfflineNote />
            <main
              id="main"
              ref={page}
              tabIndex={-1}
              className="flex-1 px-4 py-5 outline-none md:px-6 print:p-px xl:in-data-has-panel-space:pr-110"
            >
              {area === 'customer' && !impersonation && <GrantsNote className="mb-5" />}
              <Suspense key={owner} fallback={<PageFallback />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </div>
        <RouteAnnouncer page={page} />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

function useCallbackToast() {
  useEffect(() => {
    takeCallbackMessage().then((message) => {
      if (message) toast({ title: message.text, tone: message.isError ? 'danger' : 'success' });
    });
  }, []);
}

/** One cache per owner, so that neither another user nor another customer ever sees cached rows. */
function useOwnQueryClient(owner: string): QueryClient {
  const [cache, setCache] = useState(() => ({ owner, client: createQueryClient() }));
  if (cache.owner === owner) return cache.client;
  const next = { owner, client: createQueryClient() };
  setCache(next);
  return next.client;
}

/** The first stop of the Tab key. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault(); // an address with #main would be one more step for Back
        document.getElementById('main')?.focus();
      }}
      className={buttonClass('primary', 'md', 'fixed! top-2 left-2 z-50 not-focus:sr-only')}
    >
      {texts.skip}
    </a>
  );
}

function PageFallback() {
  return (
    <div role="status" aria-label={commonTexts.loading(texts.page)}>
      <Skeleton className="mb-6 h-7 w-40" />
      <Skeleton className="mb-3 h-8 w-full max-w-md" />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}
