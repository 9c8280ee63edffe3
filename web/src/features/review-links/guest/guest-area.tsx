import type { User } from '@supabase/auth-js';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { generatePath } from 'react-router';
import { LoadingScreen } from '@/features/session/notice-pages.tsx';
import { createQueryClient, onMutationError } from '@/lib/query-client.ts';
import { dismissToasts } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { guestLink } from './guest-link-data.ts';
import { GuestReview } from './guest-review.tsx';
import { Unreadable } from './notices.tsx';
import { leaveEndedLink } from './session-data.ts';

type GuestAreaProps = { token: string; user: User };

/** The review of a guest who is signed in, with a query cache of its own. */
export function GuestArea(props: GuestAreaProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <LinkOfGuest {...props} />
    </QueryClientProvider>
  );
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
