import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

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
      setUrl((current) => withParameters(current, { [name]: value || null }), {
        replace: !push || !value,
        preventScrollReset: true,
      }),
    [setUrl, name, push],
  );
  return [url.get(name), change] as const;
}
