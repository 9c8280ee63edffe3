import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { takeCallbackWord } from '@/features/auth/data.ts';
import { GrantsNote } from '@/features/session/grants-note.tsx';
import { useSession } from '@/features/session/session.tsx';
import { useLiveSession } from '@/features/session/use-live-session.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { toast } from '@/lib/toast.ts';
import { PageBoundary } from '@/ui/page-boundary.tsx';
import { Sheet } from '@/ui/sheet.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { type AreaName, areas } from './areas.ts';
import { OfflineNote } from './offline-note.tsx';
import { PageFallback } from './page-fallback.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';

/** What every page of an area stands in: sidebar, top bar, the page, and the cache of one signed-in person. */
export function Shell({ area }: { area: AreaName }) {
  const { user, impersonation } = useSession();
  const { pathname } = useLocation();
  const sidebar = useSidebar();
  const page = useRef<HTMLElement>(null);
  useCallbackToast();
  useLiveSession();
  const queryClient = useCacheOf(`${user?.id} ${impersonation?.id}`);

  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <SkipLink />
        <div className="flex min-h-[calc(100dvh-var(--banner))]">
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
                'sticky top-(--banner) flex h-[calc(100dvh-var(--banner))] shrink-0 flex-col border-border border-r bg-raised',
                sidebar.open ? 'w-64' : 'w-12',
              )}
            >
              <Sidebar area={area} collapsed={!sidebar.open} />
            </div>
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            <TopBar sidebar={sidebar} />
            <OfflineNote />
            <main id="main" ref={page} tabIndex={-1} className="flex-1 px-4 py-5 outline-none md:px-6">
              {area === 'customer' && !impersonation && <GrantsNote className="mb-5" />}
              <PageBoundary address={pathname}>
                <Suspense key={impersonation?.id} fallback={<PageFallback />}>
                  <Outlet />
                </Suspense>
              </PageBoundary>
            </main>
          </div>
        </div>
        <RouteAnnouncer page={page} />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** For who is signed in already: what became of a link, such as one that confirms an address or links a provider. */
function useCallbackToast() {
  useEffect(() => {
    takeCallbackWord().then((word) => {
      if (word) toast({ title: word.text, tone: word.isError ? 'danger' : 'success' });
    });
  }, []);
}

/** A cache for each: another person must never see what was cached for this one, nor one customer what was cached for another. */
function useCacheOf(whom: string): QueryClient {
  const [cache, setCache] = useState(() => ({ whom, client: createQueryClient() }));
  if (cache.whom === whom) return cache.client;
  const other = { whom, client: createQueryClient() };
  setCache(other);
  return other.client;
}
