import { type ReactNode, useCallback } from 'react';
import { Button } from '../button.tsx';
import { LoadError } from '../load-error.tsx';

/** The reading of an endless list, as `useInfiniteQuery` tells it. */
export type Reading = {
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
  /** More rows come when they are asked for, not by themselves. */
  onDemand?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** A list with all its states: on its way, none, failed, and more to come. */
export function ListStates({ noun, list, count, skeleton, empty, onDemand, children }: ListStatesProps) {
  if (list.isPending) return skeleton;
  if (list.isError && count === 0) {
    return <LoadError what={`The ${noun}`} error={list.error} onRetry={list.refetch} />;
  }
  if (count === 0 && !list.hasNextPage) return empty;
  return (
    <>
      {children}
      <More noun={noun} list={list} onDemand={onDemand} />
    </>
  );
}

/** What stands below the rows while there are more; one button, so that asking, failing and trying again keep the focus. */
function More({ noun, list, onDemand }: Pick<ListStatesProps, 'noun' | 'list' | 'onDemand'>) {
  const { hasNextPage, isFetchingNextPage: isOnItsWay, isFetchNextPageError: hasFailed } = list;
  if (hasFailed || (onDemand && hasNextPage)) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-3 py-3 text-sm">
        {hasFailed && (
          <p role="alert" className="text-danger">
            More {noun} could not be loaded.
          </p>
        )}
        <Button busy={isOnItsWay} onClick={() => list.fetchNextPage()}>
          {hasFailed ? 'Retry' : `Show more ${noun}`}
        </Button>
      </div>
    );
  }
  if (!isOnItsWay) return null;
  return (
    <p role="status" className="py-3 text-center text-muted text-sm">
      Loading more {noun}…
    </p>
  );
}

/** How a table reads on by itself: not while anything is on its way, nor after it failed, and no page twice. */
export function useLoadMore({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Reading) {
  const onLoadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return { hasMore: hasNextPage, canLoadMore: hasNextPage && !isFetching && !isFetchNextPageError, onLoadMore };
}
