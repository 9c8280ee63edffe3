import { useEffect, useRef, useState } from 'react';
import { type Outcome, runBatches } from './batches.ts';
import type { BulkAction } from './result-message.ts';

export type BulkWork = {
  action: BulkAction;
  /** Names the rows, batch by batch; asked once, before the first. */
  plan: (signal: AbortSignal) => Promise<string[][]>;
  run: (batch: string[]) => Promise<number>;
  /** Begins after what is under way; else a start meanwhile does nothing. */
  waits?: boolean;
};

/** What is under way; `total` is null until the rows are named. */
export type BulkProgress = {
  action: BulkAction;
  total: number | null;
  batches: number;
  tried: number;
  stopping: boolean;
};

/** Runs one bulk action at a time. `start` answers its outcome, null where it did nothing; rows that could not even be named make it throw. */
export function useBulkRun() {
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const underWay = useRef<Promise<void> | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function start(work: BulkWork): Promise<Outcome | null> {
    if (underWay.current && !work.waits) return null;
    const running = (underWay.current ?? Promise.resolve()).then(() => carryOut(work));
    const ended = running.then(
      () => {},
      () => {},
    );
    underWay.current = ended;
    try {
      return await running;
    } finally {
      if (underWay.current === ended) underWay.current = null;
    }
  }

  async function carryOut({ action, plan, run }: BulkWork): Promise<Outcome> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const idle = { action, total: null, batches: 0, tried: 0, stopping: false };
    setProgress(idle);
    try {
      const batches = await plan(signal);
      const total = batches.reduce((sum, { length }) => sum + length, 0);
      setProgress({ ...idle, total, batches: batches.length });
      const onProgress = (tried: number) => setProgress((current) => current && { ...current, tried });
      return await runBatches({ batches, run, onProgress, signal });
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
