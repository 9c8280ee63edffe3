import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** A text once its typing pauses; at once where it is empty. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text && paused;
}
