import { queryOptions } from '@tanstack/react-query';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

const CHECK_EVERY_MS = 60_000;

const readLink = (signal?: AbortSignal): Promise<GuestLink | null> =>
  readData(rows.rpc('my_review_link').maybeSingle(), signal);

let begun: Promise<GuestLink | null> | undefined;

/** Begins to read the link of the stored session, while the code of the review is loaded. After a failure it is read again. */
export function beginReadingLink(): void {
  begun = readLink();
  begun.catch(() => {});
}

/** Returns the read that was begun, once. */
function takeBegun() {
  const first = begun;
  begun = undefined;
  return first;
}

/** The link of the guest who is signed in; null if it has ended. */
export const guestLink = queryOptions({
  queryKey: ['review link', 'own'],
  queryFn: ({ signal }) => takeBegun()?.catch(() => readLink(signal)) ?? readLink(signal),
  staleTime: 0,
  refetchInterval: CHECK_EVERY_MS,
  refetchOnWindowFocus: true,
});

export type GuestLink = FunctionRow<'my_review_link', 'audience' | 'message' | 'review_by'>;
