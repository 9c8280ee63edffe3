import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { LoadingScreen } from '@/features/session/loading-screen.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { AcceptPage } from './accept-page.tsx';
import { invitationOf } from './data.ts';
import { InvalidInvitation } from './invalid-invitation.tsx';
import { invitationStatus } from './invitation.ts';
import { texts } from './texts.ts';

/** The page that an invitation's link opens. */
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
  const { data: invitation, isPending, isError, isFetching, refetch } = useQuery(invitationOf(token));
  const [openedAt] = useState(Date.now);
  if (isPending || !wasSessionLoaded) return <LoadingScreen />;
  if (isError) return <InvalidInvitation status="unknown" busy={isFetching} onRetry={refetch} />;
  const status = invitationStatus(invitation, openedAt);
  if (!invitation || status !== 'valid') return <InvalidInvitation status={status === 'valid' ? 'invalid' : status} />;
  return <AcceptPage token={token} invitation={invitation} />;
}

/** Stays true once the session was loaded: a sign-in on this page loads the roles again, and the page must stay meanwhile. */
function useWasSessionLoaded(): boolean {
  const { loading } = useSession();
  const [wasLoaded, setWasLoaded] = useState(!loading);
  if (!loading && !wasLoaded) setWasLoaded(true);
  return wasLoaded;
}
