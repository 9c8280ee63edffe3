import { useEffect, useRef, useState } from 'react';
import { toastFailure } from './toast.ts';

/** Work of several requests that shows its progress and can be stopped. Leaving the page stops it. */
export function useWork<Progress>() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const { start, abort } = useAbort();

  /** Resolves with null if the work was stopped, or failed: a toast with this title then says why. */
  async function run<Result>(failure: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
    const signal = start();
    try {
      return await work(signal);
    } catch (error) {
      if (!signal.aborted) toastFailure(failure, error);
      return null;
    } finally {
      setProgress(null);
    }
  }

  return { progress, setProgress, run, stop: abort };
}

/** `start` returns the signal of the next run, which `abort` and leaving the page abort. */
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
