import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { logFailure } from './failure.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `logAs` starts the log message of a failed query. Set for queries whose error is not shown in full. */
    queryMeta: { logAs?: string };
  }
}

// A save is then shown in the same render as what else its event changes, instead of in a later one.
notifyManager.setScheduler(queueMicrotask);

/** Shared by all query clients: a mutation outlives the client of its session. */
const mutations = new MutationCache();

/** The cache of one session. Nothing is retried here: the row client knows which requests are safe to retry. */
export function createQueryClient(): QueryClient {
  const early = new WeakSet<object>();
  const queryCache = new QueryCache({
    onError: (failure, query) => {
      const isAskedAgain = early.has(query) && !query.isActive();
      if (query.meta?.logAs && !isAskedAgain) logFailure(query.meta.logAs, failure);
    },
  });
  // A query is sent when its component is rendered, instead of after the first paint. If it fails before that, it is sent once more.
  queryCache.subscribe(({ type, query }) => {
    const { _optimisticResults: isRendered, enabled, staleTime } = query.options as QueryObserverOptions;
    if (type !== 'added' || !isRendered || enabled === false || staleTime === 0) return; // a stale one would be sent twice
    early.add(query);
    query.fetch().catch(() => {});
  });
  return new QueryClient({
    mutationCache: mutations,
    queryCache,
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false, gcTime: 0 }, // a long review would go through all past ones at each save
    },
  });
}

/** The rows by id of several queries, for `combine`. */
export const mergedMaps = <Row>(queries: { data: Map<string, Row> | undefined }[]) =>
  new Map(queries.flatMap(({ data }) => [...(data ?? [])]));

/** Resolves when no mutation is pending, or after `timeout` ms. */
export async function mutationsSettled(timeout: number): Promise<void> {
  const isPending = () => mutations.getAll().some(({ state }) => state.status === 'pending');
  if (!isPending()) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = mutations.subscribe(() => isPending() || end());
    const timer = setTimeout(end, timeout);
  });
}

/** Calls the listener after each failed mutation. Returns the unsubscribe function. */
export const onMutationError = (listener: () => void): (() => void) =>
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') listener();
  });

/** Invalidates queries, all of them without a key. Active queries that are loading for the first time are cancelled and started again, because `invalidateQueries` alone would keep their response from before the change. */
export async function invalidate(client: QueryClient, queryKey?: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: (query) => query.isActive() && query.state.data === undefined });
  await client.invalidateQueries({ queryKey });
}
