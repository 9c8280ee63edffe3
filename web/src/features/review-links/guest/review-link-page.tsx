import { Hourglass, Link2Off } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { LoadingScreen } from '@/features/session/notice-page.tsx';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { useSingleClickLinks } from '@/lib/single-click-links.ts';
import { CodePage } from './code-page.tsx';
import { type OpenedLink, openLink, Refused } from './data.ts';
import { Notice, Unreadable } from './notices.tsx';
import { useGuest } from './session-data.ts';
import { texts } from './texts.ts';

const GuestArea = lazyPart('GuestArea', () => import('./guest-area.tsx'), <LoadingScreen />);

/** Begins to load the review's code. An error is shown when it is rendered. */
const loadGuestArea = () => void GuestArea.load().catch(() => {});

/** Begins to load the review of the stored session, and to read its link. */
export function beginReview(): void {
  loadGuestArea();
  import('./guest-link-data.ts').then(({ beginReadingLink }) => beginReadingLink()).catch(() => {});
}

/** What a review link opens. It shows nothing but its sender and a masked address until a code was right; the device then stays signed in. */
export function ReviewLinkPage({ token }: { token: string }) {
  const { guest, awaitGuest } = useGuest();
  useSingleClickLinks();
  if (guest === undefined) return <LoadingScreen />;
  if (guest) return <GuestArea key={guest.id} token={token} user={guest} />;
  const onCodeSent = () => {
    awaitGuest();
    loadGuestArea();
  };
  return <SignedOut key={token} token={token} onCodeSent={onCodeSent} />;
}

/** Its code does without the query cache, which the lists load. */
function SignedOut({ token, onCodeSent }: { token: string; onCodeSent: () => void }) {
  const { link, error, isReading, read } = useOpenedLink(token);
  if (error instanceof Refused && error.status === 404) return <Notice icon={Link2Off} {...texts.unknown} />;
  if (error) return <Unreadable isBusy={isReading} onRetry={read} />;
  if (!link) return <LoadingScreen />;
  if (link.isLive) return <CodePage token={token} link={link} onSent={onCodeSent} onEnded={read} />;
  const { title, description } = texts.ended;
  return <Notice icon={Hourglass} title={title} description={description(link.sender)} />;
}

type Opened = { link?: OpenedLink; error?: unknown; isReading: boolean };

/** Who sent the link, and a function that reads it again. */
function useOpenedLink(token: string) {
  const [opened, setOpened] = useState<Opened>({ isReading: true });
  const read = useCallback(async () => {
    setOpened((before) => ({ ...before, isReading: true }));
    setOpened(
      await openLink(token).then(
        (link) => ({ link, isReading: false }),
        (error: unknown) => ({ error, isReading: false }),
      ),
    );
  }, [token]);
  useEffect(() => {
    read();
  }, [read]);
  return { ...opened, read };
}
