import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { LoadingScreen } from '@/features/session/loading-screen.tsx';
import { useSession } from '@/features/session/session.tsx';
import { usePageTitle } from '@/lib/page-title.ts';
import { createQueryClient } from '@/lib/query-client.ts';
import { invitationOf } from './data.ts';
import { verdictOn } from './invitation.ts';
import { InvitationRefused } from './invitation-refused.tsx';
import { JoinPage } from './join-page.tsx';

/** Where the link of an invitation leads. */
export function InvitePage() {
  usePageTitle('Invitation');
  const { token = '' } = useParams();
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Invited key={token} token={token} />
    </QueryClientProvider>
  );
}

function Invited({ token }: { token: string }) {
  const isSessionKnown = useSessionOnceKnown();
  const { data: invitation, isPending, isError, isFetching, refetch } = useQuery(invitationOf(token));
  const [openedAt] = useState(Date.now);
  if (isPending || !isSessionKnown) return <LoadingScreen />;
  if (isError) return <InvitationRefused verdict="unknown" busy={isFetching} onRetry={refetch} />;
  const verdict = verdictOn(invitation, openedAt);
  if (!invitation || verdict !== 'valid') {
    return <InvitationRefused verdict={verdict === 'valid' ? 'invalid' : verdict} />;
  }
  return <JoinPage token={token} invitation={invitation} />;
}

/** From the first word of the session on: the page stays while somebody comes in, though roles are then read anew. */
function useSessionOnceKnown(): boolean {
  const { loading } = useSession();
  const [known, setKnown] = useState(!loading);
  if (!loading && !known) setKnown(true);
  return known;
}
