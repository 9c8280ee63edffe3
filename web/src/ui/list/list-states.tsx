import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue } from 'react';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '../button.tsx';
import { LoadError } from '../error-state.tsx';
import { texts } from '../texts.ts';

export type ListQuery = UseInfiniteQueryResult<unknown>;

export type ListStatesProps = {
  /** The rows in the plural, such as 'leads'. */
  noun: string;
  list: ListQuery;
  /** The number of loaded rows. */
  count: number;
  skeleton: ReactNode;
  /** Shown when there are no rows. */
  empty: ReactNode;
  /** Loads more rows by a button instead of by scrolling. */
  onDemand?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** A list in all its states: loading, failed, empty, and loading more. */
export function ListStates({ noun, list, count, skeleton, empty, onDemand, children }: ListStatesProps) {
  // Rendering the first rows may be interrupted, unlike rendering in response to a query.
  const wasPending = useDeferredValue(list.isPending);
  if (list.isPending || wasPending || (list.isPlaceholderData && count === 0)) return skeleton;
  if (list.isError && count === 0) {
    return <LoadError what={texts.list.what(noun)} error={list.error} onRetry={list.refetch} />;
  }
  if (count === 0 && !list.hasNextPage) return empty;
  return (
    <>
      {children}
      <More noun={noun} list={list} onDemand={onDemand} />
    </>
  );
}

/** Shown below the rows while there are more. Always the same button, so that it keeps the focus when loading fails. */
function More({ noun, list, onDemand }: Pick<ListStatesProps, 'noun' | 'list' | 'onDemand'>) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = list;
  if (hasFailed || (onDemand && hasNextPage)) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-3 py-3 text-sm">
        {hasFailed && (
          <p role="alert" className="text-danger">
            {texts.list.moreFailed(noun)}
          </p>
        )}
        <Button busy={isLoading} onClick={() => list.fetchNextPage()}>
          {hasFailed ? commonTexts.retry : texts.list.showMore(noun)}
        </Button>
      </div>
    );
  }
  if (!isLoading) return null;
  return (
    <p role="status" className="py-3 text-center text-muted text-sm">
      {texts.list.loadingMore(noun)}
    </p>
  );
}

/** The props by which a table loads more rows: not while it is loading or after it failed, and no page twice. */
export function useLoadMore({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ListQuery) {
  const onLoadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return { hasMore: hasNextPage, canLoadMore: hasNextPage && !isFetching && !isFetchNextPageError, onLoadMore };
}
