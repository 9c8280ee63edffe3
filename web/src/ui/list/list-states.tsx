import { type ReactNode, useCallback } from 'react';
import { Button } from '../button.tsx';
import { ErrorState } from '../error-state.tsx';

/** The reading of an endless list, as `useInfiniteQuery` tells it. */
type Reading = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
  hasNextPage: boolean;
  fetchNextPage: (options?: { cancelRefetch?: boolean }) => unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
};

export type ListStatesProps = {
  /** What the rows are, in the plural. */
  noun: string;
  list: Reading;
  /** How many rows have been read. */
  count: number;
  skeleton: ReactNode;
  /** Shown where there are no rows. */
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A list with all its states: on its way, none, failed, and more to come. */
export function ListStates({ noun, list, count, skeleton, empty, children }: ListStatesProps) {
  if (list.isPending) return skeleton;
  if (list.isError && count === 0) {
    return (
      <ErrorState
        title={`The ${noun} could not be loaded`}
        description="Check your connection and try again."
        details={list.error?.message}
        onRetry={() => list.refetch()}
      />
    );
  }
  if (count === 0 && !list.hasNextPage) return empty;
  return (
    <>
      {children}
      {list.isFetchingNextPage && (
        <p role="status" className="py-3 text-center text-muted text-sm">
          Loading more {noun}…
        </p>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className="flex items-center justify-center gap-3 py-3 text-danger text-sm">
          More {noun} could not be loaded.
          <Button size="sm" onClick={() => list.fetchNextPage()}>
            Retry
          </Button>
        </p>
      )}
    </>
  );
}

/** How a table reads on by itself: not while anything is on its way, nor after it failed, and no page twice. */
export function useReadOn({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Reading) {
  const onNeedMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return { hasMore: hasNextPage, mayReadOn: hasNextPage && !isFetching && !isFetchNextPageError, onNeedMore };
}
