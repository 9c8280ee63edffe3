import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Does once what a word of the address asks for, such as `?upload=1`, and takes the word away. */
export function useAddressAsks(word: string, act: () => void) {
  const [url, setUrl] = useSearchParams();
  const isAsked = url.has(word);
  const answer = useEffectEvent(() => {
    const rest = new URLSearchParams(url);
    rest.delete(word);
    setUrl(rest, { replace: true, preventScrollReset: true });
    act();
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}
