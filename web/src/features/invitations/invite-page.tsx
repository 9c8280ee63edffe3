import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { CircleCheck, CloudOff, Hourglass, Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { LoadingScreen, NoticePage } from '@/features/session/notice-page.tsx';
import { HomeNotice } from '@/features/session/notice-pages.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { AcceptPage } from './accept-page.tsx';
import { invitationDetails } from './data.ts';
import { invitationStatus } from './invitation.ts';
import { texts } from './texts.ts';

const ICONS = { invalid: Link2Off, used: CircleCheck, expired: Hourglass };

export function InvitePage() {
  usePageTitle(texts.page);
  const { token = '' } = useParams();
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage key={token} token={token} />
    </QueryClientProvider>
  );
}

function InvitationPage({ token }: { token: string }) {
  const wasSessionLoaded = useWasSessionLoaded();
  const { data: invitation, isPending, isError, isFetching, refetch } = useQuery(invitationDetails(token));
  const [openedAt] = useState(Date.now);
  if (isPending || !wasSessionLoaded) return <LoadingScreen />;
  if (isError) {
    const action = (
      <Button variant="primary" busy={isFetching} onClick={() => refetch()}>
        {commonTexts.retry}
      </Button>
    );
    return <NoticePage icon={CloudOff} {...texts.unreadable} action={action} />;
  }
  const status = invitationStatus(invitation, openedAt);
  if (invitation && status === 'valid') return <AcceptPage token={token} invitation={invitation} />;
  const reason = status === 'valid' ? 'invalid' : status;
  return <HomeNotice icon={ICONS[reason]} {...texts.invalid[reason]} />;
}

/** Stays true once the session was loaded: a sign-in on this page loads the roles again, and the page must stay meanwhile. */
function useWasSessionLoaded(): boolean {
  const { loading } = useSession();
  const [wasLoaded, setWasLoaded] = useState(!loading);
  if (!loading && !wasLoaded) setWasLoaded(true);
  return wasLoaded;
}
