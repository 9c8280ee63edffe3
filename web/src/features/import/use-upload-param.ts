import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const PARAMETER = 'upload';
const OPEN = '1';

/** Whether the address opens the import wizard, and a way to open and close it. */
export function useUploadParam(): [boolean, (open: boolean) => void] {
  const [url, setUrl] = useSearchParams();
  const change = useCallback(
    (open: boolean) =>
      setUrl(
        (current) => {
          const next = new URLSearchParams(current);
          if (open) next.set(PARAMETER, OPEN);
          else next.delete(PARAMETER);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setUrl],
  );
  return [url.get(PARAMETER) === OPEN, change];
}
