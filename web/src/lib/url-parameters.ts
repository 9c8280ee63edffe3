import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** The current query parameters. The rendered ones may be older: React Router renders a change in a transition. */
export const currentParameters = () => new URLSearchParams(window.location.search);

/** A copy with these parameters set; null removes one. */
export function withParameters(url: URLSearchParams, parameters: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(url);
  for (const [name, value] of Object.entries(parameters)) value === null ? next.delete(name) : next.set(name, value);
  return next;
}

/** One query parameter and its setter; an empty value removes it. With `push`, Back undoes the change. A change removes the parameter `clears`. */
export function useUrlParameter(name: string, { push = false, clears }: { push?: boolean; clears?: string } = {}) {
  const [url, setUrl] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setUrl(withParameters(currentParameters(), { [name]: value || null, ...(clears && { [clears]: null }) }), {
        replace: !push || !value,
        preventScrollReset: true,
      }),
    [setUrl, name, push, clears],
  );
  return [url.get(name), change] as const;
}

export type UrlFilters<Filters> = {
  read: (url: URLSearchParams) => Filters;
  write: (url: URLSearchParams, filters: Filters) => URLSearchParams;
};

/** New values of some filters; undefined where one is removed. */
export type Changed<Filters> = { [Name in keyof Filters]?: Filters[Name] | undefined };

/** A function where the change depends on the current filters, which may be newer than those that are shown. */
export type Change<Filters, Names extends keyof Filters = keyof Filters> =
  | Changed<Pick<Filters, Names>>
  | ((current: Filters) => Changed<Pick<Filters, Names>>);

/** The filters in the URL, a function to change some of them, and one to replace them all. */
export function useUrlFilters<Filters>({ read, write }: UrlFilters<Filters>) {
  const [url, setUrl] = useSearchParams();
  const filters = useMemo(() => read(url), [url, read]);
  const set = useCallback(
    (next: Filters) => setUrl(write(currentParameters(), next), { replace: true, preventScrollReset: true }),
    [setUrl, write],
  );
  const change = useCallback(
    (next: Change<Filters>) => {
      const current = read(currentParameters());
      set({ ...current, ...(typeof next === 'function' ? next(current) : next) } as Filters);
    },
    [set, read],
  );
  return [filters, change, set] as const;
}
