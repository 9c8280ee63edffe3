import { addResult, addRowError, type ImportResult, type ImportTotals } from '#domain/import/result.ts';
import type { NextChunk } from './csv/csv-worker.ts';

/** The totals so far, and the row with which the next chunk starts. */
export type ImportProgress = { totals: ImportTotals; nextRow: number };

export type SendChunksOptions = {
  from: ImportProgress;
  next: () => Promise<NextChunk | null>;
  /** Sends the chunk that `next` returned. */
  send: () => Promise<ImportResult>;
  onProgress: (progress: ImportProgress) => void;
  /** No further chunk is sent once this is aborted. */
  signal: AbortSignal;
};

/** Sends a file's chunks one after another. Rejects if a chunk cannot be sent; the progress reported until then stands. */
export async function sendChunks({ from, next, send, onProgress, signal }: SendChunksOptions): Promise<void> {
  let progress = from;
  while (!signal.aborted) {
    const rows = await next();
    if (!rows) return;
    progress =
      rows.kind === 'error'
        ? { totals: addRowError(progress.totals, rows.error), nextRow: rows.error.row + 1 }
        : { totals: addResult(progress.totals, await send()), nextRow: rows.chunk.firstRow + rows.chunk.rows };
    onProgress(progress);
  }
}

/** Retries after each pause (in ms) while the error is transient. Only for idempotent calls, such as sending a chunk. */
export async function withRetries<Result>(
  call: () => Promise<Result>,
  isTransient: (error: unknown) => boolean,
  pauses: readonly number[],
): Promise<Result> {
  for (const pause of pauses) {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call();
}
