import { useRef, useState } from 'react';
import { failureReason } from '@/lib/failure.ts';
import { useAbort } from '@/lib/use-work.ts';
import type { BulkAction } from './texts.ts';

/** The result of a bulk action: the number of changed rows and of rows skipped because they were changed or deleted meanwhile, the ids that failed and those not tried, and the first error. */
export type BulkResult = { done: number; skipped: number; failed: string[]; untried: string[]; reason: string | null };

export type BulkRun = {
  action: BulkAction;
  /** Reads the ids of the rows, in batches, before the first one runs. */
  readBatches: (signal: AbortSignal) => Promise<string[][]>;
  runBatch: (batch: string[]) => Promise<number>;
  /** Waits for the current run. Otherwise a start during a run is ignored. */
  waits?: boolean;
};

/** The current run. `total` is null until the ids are read. */
export type BulkProgress = {
  action: BulkAction;
  total: number | null;
  batches: number;
  tried: number;
  stopping: boolean;
};

/** Runs one bulk action at a time. `start` returns its result, or null if it was ignored; it rejects if the ids cannot be read. */
export function useBulkRun() {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const abort = useAbort();
  const current = useRef<Promise<unknown> | null>(null);

  async function start(request: BulkRun): Promise<BulkResult | null> {
    if (current.current && !request.waits) return null;
    const running = (current.current ?? Promise.resolve()).then(() => execute(request));
    const ended = running.catch(() => {});
    current.current = ended;
    try {
      return await running;
    } finally {
      if (current.current === ended) current.current = null;
    }
  }

  async function execute({ action, readBatches, runBatch }: BulkRun): Promise<BulkResult> {
    const signal = abort.start();
    const initial = { action, total: null, batches: 0, tried: 0, stopping: false };
    setProgress(initial);
    try {
      const batches = await readBatches(signal);
      const total = batches.reduce((sum, { length }) => sum + length, 0);
      setProgress({ ...initial, total, batches: batches.length });
      const onProgress = (tried: number) => setProgress((shown) => shown && { ...shown, tried });
      return await runBatches({ batches, run: runBatch, onProgress, signal });
    } finally {
      setProgress(null);
    }
  }

  function cancel() {
    abort.abort();
    setProgress((shown) => shown && { ...shown, stopping: true });
  }

  return { progress, start, cancel };
}

export type Batches = {
  batches: readonly string[][];
  /** Returns how many rows it changed. Throws if the whole batch failed. */
  run: (batch: string[]) => Promise<number>;
  /** Called after each batch with the number of rows tried so far. */
  onProgress: (tried: number) => void;
  /** Aborting leaves the remaining batches untried. */
  signal: AbortSignal;
};

/** Runs the batches one after another. A failed batch does not stop the next. */
export async function runBatches({ batches, run, onProgress, signal }: Batches): Promise<BulkResult> {
  const result: BulkResult = { done: 0, skipped: 0, failed: [], untried: [], reason: null };
  let tried = 0;
  for (const [at, batch] of batches.entries()) {
    if (signal.aborted) return { ...result, untried: batches.slice(at).flat() };
    try {
      const done = await run(batch);
      result.done += done;
      result.skipped += batch.length - done;
    } catch (failure) {
      result.failed.push(...batch);
      result.reason ??= failureReason(failure);
    }
    tried += batch.length;
    onProgress(tried);
  }
  return result;
}
