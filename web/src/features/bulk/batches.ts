import { reasonOf } from '@/lib/failure.ts';

/** What a bulk action has come to: rows done, rows that could not be because they are no longer as they were, rows that failed, rows never tried, and the first failure's words. */
export type Outcome = { done: number; gone: number; failed: string[]; untried: string[]; reason: string | null };

export type Batches = {
  batches: readonly string[][];
  /** Does one batch and answers how many rows it changed; throws where the batch failed as a whole. */
  run: (batch: string[]) => Promise<number>;
  /** Told after each batch how many rows have been tried. */
  onProgress: (tried: number) => void;
  /** Looked at between batches: an aborted signal leaves the rest untried. */
  signal: AbortSignal;
};

export function inBatches(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

/** Runs the batches one after another; a failed batch does not stop the next. */
export async function runBatches({ batches, run, onProgress, signal }: Batches): Promise<Outcome> {
  const outcome: Outcome = { done: 0, gone: 0, failed: [], untried: [], reason: null };
  let tried = 0;
  for (const [at, batch] of batches.entries()) {
    if (signal.aborted) return { ...outcome, untried: batches.slice(at).flat() };
    try {
      const done = await run(batch);
      outcome.done += done;
      outcome.gone += batch.length - done;
    } catch (failure) {
      outcome.failed.push(...batch);
      outcome.reason ??= reasonOf(failure);
    }
    tried += batch.length;
    onProgress(tried);
  }
  return outcome;
}
