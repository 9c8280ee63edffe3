import { queryOptions } from '@tanstack/react-query';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

const CHECK_EVERY_MS = 60_000;

/** The link of the guest who is signed in; null if it has ended. */
export const guestLink = queryOptions({
  queryKey: ['review link', 'own'],
  queryFn: ({ signal }): Promise<GuestLink | null> => readData(rows.rpc('my_review_link').maybeSingle(), signal),
  staleTime: 0,
  refetchInterval: CHECK_EVERY_MS,
  refetchOnWindowFocus: true,
});

export type GuestLink = FunctionRow<'my_review_link', 'audience' | 'message' | 'review_by'>;
