import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cursorAfter } from './keyset.ts';

/** Up to one page of choices is listed; more are searched. */
const PAGE = 100;

export type ChoiceSource<Choice> = {
  key: (term: string) => QueryKey;
  /** Reads the choices that contain a term ('' for all), in order, after a given one. */
  read: (wanted: { term: string; after: Choice | null; limit: number; signal: AbortSignal }) => Promise<Choice[]>;
  /** The start of the log message of an error. */
  logAs: string;
};

/** The choices for a typed text. Up to one page is read completely, whatever is typed; more are searched by the backend, page by page. */
export function useChoices<Choice>(source: ChoiceSource<Choice>, typed: string) {
  const wanted = typed.trim();
  const term = useDebounced(wanted);
  const all = useInfiniteQuery(choicePages(source, ''));
  const areMany = all.data !== undefined && (all.hasNextPage || all.data.pages.length > 1);
  const found = useInfiniteQuery({ ...choicePages(source, areMany ? term : ''), placeholderData: keepPreviousData });
  const list = areMany ? found : all;
  return {
    list,
    choices: list.data?.pages.flat() ?? [],
    areMany,
    isBehind: areMany && (wanted !== term || found.isPlaceholderData),
  };
}

const choicePages = <Choice>({ key, read, logAs }: ChoiceSource<Choice>, term: string) =>
  infiniteQueryOptions({
    queryKey: key(term),
    queryFn: ({ pageParam, signal }) => read({ term, after: pageParam as Choice | null, limit: PAGE, signal }),
    initialPageParam: null as Choice | null,
    getNextPageParam: (page) => cursorAfter(page, PAGE),
    meta: { logAs },
  });

const DELAY_MS = 200;

/** A text after it has not changed for 200 ms; at once if it is empty. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text && debounced;
}
