/** What a bulk action has come to: rows done, rows that failed, rows not yet tried, and the first failure's words. */
export type Outcome = { done: number; failed: string[]; untried: string[]; reason: string | null };

export type Batches = {
  ids: readonly string[];
  size: number;
  /** Does one batch and answers how many rows it changed; throws where the batch failed as a whole. */
  run: (batch: string[]) => Promise<number>;
  /** Told after each batch. */
  onProgress: (outcome: Outcome) => void;
  /** Looked at between batches: an aborted signal leaves the rest untried. */
  signal: AbortSignal;
};

/** Runs the batches one after another; a failed batch does not stop the next. */
export async function runBatches({ ids, size, run, onProgress, signal }: Batches): Promise<Outcome> {
  let outcome: Outcome = { done: 0, failed: [], untried: [...ids], reason: null };
  for (let start = 0; start < ids.length && !signal.aborted; start += size) {
    const batch = ids.slice(start, start + size);
    const untried = ids.slice(start + size);
    try {
      outcome = { ...outcome, done: outcome.done + (await run(batch)), untried };
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      outcome = { ...outcome, failed: [...outcome.failed, ...batch], untried, reason: outcome.reason ?? reason };
    }
    onProgress(outcome);
  }
  return outcome;
}
