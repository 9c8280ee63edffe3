import { useEffect, useRef } from 'react';

/** Stops what runs: `start` returns the signal of the next run, which `abort` and leaving the page abort. */
export function useAbort() {
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);
  return {
    start: (): AbortSignal => {
      controller.current = new AbortController();
      return controller.current.signal;
    },
    abort: () => controller.current.abort(),
  };
}
