import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const PARAMETER = 'import';

/** The address with an import open in it. */
export function withImport(url: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(url);
  if (id) next.set(PARAMETER, id);
  else next.delete(PARAMETER);
  return next;
}

/** The import that the address opens, and a way to close it. */
export function useOpenImport(): [string | null, () => void] {
  const [url, setUrl] = useSearchParams();
  const close = useCallback(
    () => setUrl((current) => withImport(current, null), { replace: true, preventScrollReset: true }),
    [setUrl],
  );
  return [url.get(PARAMETER), close];
}
