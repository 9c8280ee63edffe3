import { useEffect, useRef, useState } from 'react';
import { type Outcome, runBatches } from './batches.ts';
import type { BulkAction } from './verdict.ts';

export type BulkWork = {
  action: BulkAction;
  /** Names the rows; asked once, before the first batch. */
  ids: (signal: AbortSignal) => Promise<string[]>;
  size: number;
  run: (batch: string[]) => Promise<number>;
};

/** What is under way; `total` is null until the rows are named. */
export type BulkProgress = { action: BulkAction; total: number | null; size: number; tried: number; stopping: boolean };

/** Runs one bulk action at a time. `start` answers its outcome; rows that could not even be named make it throw. */
export function useBulkRun() {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start({ action, ids, size, run }: BulkWork): Promise<Outcome> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const idle = { action, total: null, size, tried: 0, stopping: false };
    setProgress(idle);
    try {
      const named = await ids(signal);
      setProgress({ ...idle, total: named.length });
      const onProgress = ({ untried }: Outcome) =>
        setProgress((current) => current && { ...current, tried: named.length - untried.length });
      return await runBatches({ ids: named, size, run, onProgress, signal });
    } finally {
      setProgress(null);
    }
  }

  function cancel() {
    controller.current?.abort();
    setProgress((current) => current && { ...current, stopping: true });
  }

  return { progress, start, cancel };
}
