import type { User } from '@supabase/auth-js';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { CloudOff, Hourglass, Link2Off } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { generatePath, useParams } from 'react-router';
import { LoadingScreen, NoticePage } from '@/features/session/notice-pages.tsx';
import { useRestoredPage } from '@/features/session/use-restored-page.ts';
import { isSessionStored, onSessionChange, removeSession, storedUserId } from '@/lib/backend.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { useNavigationGuard } from '@/lib/leave-guard.ts';
import { usePageTitle } from '@/lib/page-title.ts';
import { createQueryClient, onMutationError } from '@/lib/query-client.ts';
import { useSingleClickLinks } from '@/lib/single-click-links.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { CodePage } from './code-page.tsx';
import { guestLink, openedLink, Refused } from './data.ts';
import { texts } from './texts.ts';

const GuestReview = lazyPart('GuestReview', () => import('./guest-review.tsx'), <LoadingScreen />);

/** What a review link opens. It shows nothing but its sender and a masked address until a code was right; the device then stays signed in. */
export function ReviewLinkPage() {
  const { token = '' } = useParams();
  const user = useGuest();
  useNavigationGuard();
  useSingleClickLinks();
  useRestoredPage(user?.id, storedUserId);
  if (user === undefined) return <LoadingScreen />;
  return (
    <OwnCache key={`${token} ${user?.id}`}>
      {user ? <SignedIn token={token} user={user} /> : <SignedOut token={token} />}
    </OwnCache>
  );
}

function OwnCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** The guest of the link who is signed in, null without one, undefined until that is known. */
function useGuest(): User | null | undefined {
  const [guest, setGuest] = useState<User | null | undefined>(isSessionStored() ? undefined : null);
  useEffect(
    () =>
      onSessionChange((event, session) => {
        if (event === 'INITIAL_SESSION' && !session && isSessionStored()) return; // its refresh has failed for now
        setGuest((before) => (before && before.id === session?.user.id ? before : (session?.user ?? null)));
      }),
    [],
  );
  return guest;
}

function SignedOut({ token }: { token: string }) {
  const { data: link, isPending, error, isFetching, refetch } = useQuery(openedLink(token));
  useEffect(() => {
    if (link?.isLive) GuestReview.load().catch(() => {}); // the error is shown when it is rendered
  }, [link]);
  if (isPending) return <LoadingScreen />;
  if (error instanceof Refused && error.status === 404) return <Notice icon={Link2Off} {...texts.unknown} />;
  if (!link) return <Unreadable isBusy={isFetching} onRetry={refetch} />;
  if (link.isLive) return <CodePage token={token} link={link} onEnded={refetch} />;
  const { title, description } = texts.ended;
  return <Notice icon={Hourglass} title={title} description={description(link.sender)} />;
}

/** The end of the link ends the session, too: the page then says so. */
function SignedIn({ token, user }: { token: string; user: User }) {
  const { data: link, isPending, isFetching, refetch } = useQuery(guestLink);
  const hasEnded = link === null;
  useEffect(() => onMutationError(() => void refetch()), [refetch]);
  useEffect(() => {
    if (hasEnded) removeSession();
  }, [hasEnded]);
  if (isPending || hasEnded) return <LoadingScreen />;
  if (!link) return <Unreadable isBusy={isFetching} onRetry={refetch} />;
  return <GuestReview user={user} link={link} path={generatePath(paths.review, { token })} />;
}

type NoticeProps = Omit<Parameters<typeof NoticePage>[0], 'action'> & { action?: ReactNode };

function Notice({ action = null, ...notice }: NoticeProps) {
  usePageTitle(texts.page);
  return <NoticePage {...notice} action={action} />;
}

function Unreadable({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => unknown }) {
  const retry = (
    <Button variant="primary" busy={isBusy} onClick={() => onRetry()}>
      {commonTexts.retry}
    </Button>
  );
  return <Notice icon={CloudOff} {...texts.unreadable} action={retry} />;
}
