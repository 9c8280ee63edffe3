import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const PARAMETER = 'campaign';

/** The address with a campaign open in it. */
export function withCampaign(url: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(url);
  if (id) next.set(PARAMETER, id);
  else next.delete(PARAMETER);
  return next;
}

/** The campaign that the address opens, and a way to open another or none. */
export function useOpenCampaign(): [string | null, (id: string | null) => void] {
  const [url, setUrl] = useSearchParams();
  const open = useCallback(
    (id: string | null) =>
      setUrl((current) => withCampaign(current, id), { replace: id === null, preventScrollReset: true }),
    [setUrl],
  );
  return [url.get(PARAMETER), open];
}
