import { reasonOf } from '@/lib/failure.ts';

/** The result of a bulk action: the number of changed rows and of rows skipped because they were changed or deleted meanwhile, the ids that failed and those not tried, and the first error. */
export type BulkResult = { done: number; skipped: number; failed: string[]; untried: string[]; reason: string | null };

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
      result.reason ??= reasonOf(failure);
    }
    tried += batch.length;
    onProgress(tried);
  }
  return result;
}
