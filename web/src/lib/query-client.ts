import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { logFailure } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `logAs` begins the log message of a failed read. Set for reads whose failure no screen shows in full. */
    queryMeta: { logAs?: string };
  }
}

/** The changes that are on their way, from whichever cache they came: one that is thrown away does not take them back. */
const changes = new MutationCache();

/** A cache for one signed-in person; it is thrown away with the session. It tries nothing twice: the rows' own client knows which failures pass. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: changes,
    queryCache: new QueryCache({
      onError: (failure, { meta }) => {
        if (meta?.logAs) logFailure(meta.logAs, failure);
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** Resolves when every change that has been asked for is answered, or after the patience, in ms. */
export async function allChanged(patience: number): Promise<void> {
  const isUnderWay = () => changes.getAll().some(({ state }) => state.status === 'pending');
  if (!isUnderWay()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = changes.subscribe(() => isUnderWay() || resolve());
  const limit = setTimeout(resolve, patience);
  await promise;
  clearTimeout(limit);
  unsubscribe();
}

/** Calls back after each change that failed, from whichever cache it came; answers how to stop that. */
export const onFailedChange = (listener: () => void): (() => void) =>
  changes.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') listener();
  });

/** Has what a change may have made old read again, all of it without a key. A first reading that is under way is begun anew as well: its answer may be from before the change, and invalidating alone would keep it. */
export async function readAnew(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: (query) => query.isActive() && query.state.data === undefined });
  await client.invalidateQueries({ queryKey });
}
