import type { User } from '@supabase/auth-js';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useState } from 'react';
import { createBrowserRouter, generatePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { BrokenPage } from '@/features/session/broken-page.tsx';
import { LoadingScreen } from '@/features/session/notice-page.tsx';
import { createQueryClient, onMutationError } from '@/lib/query-client.ts';
import { dismissToasts } from '@/lib/toast.ts';
import { useNavigationGuard } from '@/lib/use-navigation-guard.ts';
import { paths } from '@/paths.ts';
import { guestLink } from './guest-link-data.ts';
import { GuestReview } from './guest-review.tsx';
import { Unreadable } from './notices.tsx';
import { leaveEndedLink } from './session-data.ts';

type GuestAreaProps = { token: string; user: User };

/** The review of a guest who is signed in, with a router and a query cache of its own. */
export function GuestArea(props: GuestAreaProps) {
  const [client] = useState(createQueryClient);
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter>>();
  useEffect(() => {
    const created = createBrowserRouter([{ path: paths.review, element: <ShownReview />, ErrorBoundary: BrokenPage }]);
    setRouter(created);
    return () => created.dispose();
  }, []);
  if (!router) return <LoadingScreen />;
  return (
    <QueryClientProvider client={client}>
      <Guest value={props}>
        <RouterProvider router={router} />
      </Guest>
    </QueryClientProvider>
  );
}

const Guest = createContext<GuestAreaProps | undefined>(undefined);

function ShownReview() {
  const guest = use(Guest);
  useNavigationGuard();
  return guest && <LinkOfGuest {...guest} />;
}

/** The end of the link ends the session, too: the page then says so. It is noticed within a minute, and after a failed save at once. */
function LinkOfGuest({ token, user }: GuestAreaProps) {
  const { data: link, isPending, isFetching, refetch } = useQuery(guestLink);
  const hasEnded = link === null;
  useEffect(() => onMutationError(() => void refetch()), [refetch]);
  useEffect(() => {
    if (!hasEnded) return;
    dismissToasts(); // a failed save says that the row is gone, which only the link is
    leaveEndedLink();
  }, [hasEnded]);
  if (isPending || hasEnded) return <LoadingScreen />;
  if (!link) return <Unreadable isBusy={isFetching} onRetry={refetch} />;
  return <GuestReview user={user} link={link} path={generatePath(paths.review, { token })} />;
}
