import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useDebounced } from './use-debounced.ts';

/** The choices of one page. More than a page is searched instead of listed. */
const PAGE = 100;

/** Where choices come from. */
export type ChoiceSource<Choice> = {
  /** What the choices that contain a term are cached under. */
  key: (term: string) => QueryKey;
  /** Reads the choices that contain a term, all for '', in their order, starting after one. */
  read: (wanted: { term: string; after: Choice | null; limit: number; signal: AbortSignal }) => Promise<Choice[]>;
  /** How a failure is logged. */
  logAs: string;
};

/** The choices for what is typed. Up to a page of them is read whole, whatever is typed; more are found by the backend, page by page. */
export function useChoices<Choice>(source: ChoiceSource<Choice>, typed: string) {
  const wanted = typed.trim();
  const term = useDebounced(wanted);
  const all = useInfiniteQuery(pagesOf(source, ''));
  const areMany = all.data !== undefined && (all.hasNextPage || all.data.pages.length > 1);
  const found = useInfiniteQuery({ ...pagesOf(source, areMany ? term : ''), placeholderData: keepPreviousData });
  const list = areMany ? found : all;
  return {
    list,
    choices: list.data?.pages.flat() ?? [],
    areMany,
    /** What is listed was found for something else than what is typed by now. */
    isBehind: areMany && (wanted !== term || found.isPlaceholderData),
  };
}

const pagesOf = <Choice>({ key, read, logAs }: ChoiceSource<Choice>, term: string) =>
  infiniteQueryOptions({
    queryKey: key(term),
    queryFn: ({ pageParam, signal }) => read({ term, after: pageParam as Choice | null, limit: PAGE, signal }),
    initialPageParam: null as Choice | null,
    getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1) ?? null)),
    meta: { logAs },
  });
