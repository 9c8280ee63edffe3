import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The URL's parameters by now. Those that are rendered may be older: React Router renders a change in a transition. */
export const currentParameters = () => new URLSearchParams(window.location.search);

/** The URL's parameters with these in place of its own; null takes one away. */
export function withParameters(url: URLSearchParams, parameters: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(url);
  for (const [name, value] of Object.entries(parameters)) value === null ? next.delete(name) : next.set(name, value);
  return next;
}

/** One parameter of the URL, and a way to set it; nothing takes it away. With `push`, Back takes away what was set. */
export function useUrlParameter(name: string, { push = false } = {}) {
  const [url, setUrl] = useSearchParams();
  const change = useCallback(
    (value: string | null) =>
      setUrl(withParameters(currentParameters(), { [name]: value || null }), {
        replace: !push || !value,
        preventScrollReset: true,
      }),
    [setUrl, name, push],
  );
  return [url.get(name), change] as const;
}
