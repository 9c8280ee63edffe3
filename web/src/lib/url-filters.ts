import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { currentParameters } from './url-parameters.ts';

export type FiltersInUrl<Filters> = {
  read: (url: URLSearchParams) => Filters;
  write: (url: URLSearchParams, filters: Filters) => URLSearchParams;
};

/** The filters that the address holds, and a way to change them from what they are. */
export function useUrlFilters<Filters>({ read, write }: FiltersInUrl<Filters>) {
  const [url, setUrl] = useSearchParams();
  const filters = useMemo(() => read(url), [url, read]);
  const change = useCallback(
    (next: (filters: Filters) => Filters) => {
      const current = currentParameters();
      setUrl(write(current, next(read(current))), { replace: true, preventScrollReset: true });
    },
    [setUrl, read, write],
  );
  return [filters, change] as const;
}
