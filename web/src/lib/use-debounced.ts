import { useEffect, useState } from 'react';

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
