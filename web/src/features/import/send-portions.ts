import { addResult, addRowError, type ImportResult, type ImportTotals } from '#domain/import/result.ts';
import type { HeldChunk, NextPortion } from './reading/messages.ts';

/** How far a file has been imported: what it came to, and the row with which the next portion begins. */
export type Reached = { totals: ImportTotals; nextRow: number };

export type Sending = {
  from: Reached;
  next: () => Promise<NextPortion | null>;
  /** Sends the chunk that came last. */
  send: (chunk: HeldChunk) => Promise<ImportResult>;
  /** Told after each portion. */
  onReached: (reached: Reached) => void;
  /** Looked at between portions: once aborted, no further one is sent. */
  signal: AbortSignal;
};

/** Sends portion after portion to the end of the file, or until it is told to stop. Rejects with the failure of a call; what was told before stands. */
export async function sendPortions({ from, next, send, onReached, signal }: Sending): Promise<void> {
  let reached = from;
  while (!signal.aborted) {
    const portion = await next();
    if (!portion) return;
    reached = await follow(portion, reached, send);
    onReached(reached);
  }
}

async function follow(portion: NextPortion, { totals }: Reached, send: Sending['send']): Promise<Reached> {
  if (portion.kind === 'error') {
    return { totals: addRowError(totals, portion.error), nextRow: portion.error.row + 1 };
  }
  const { chunk } = portion;
  return { totals: addResult(totals, await send(chunk)), nextRow: chunk.firstRow + chunk.rows };
}

/** Tries again after each pause as long as the failure may pass; a lost answer does no harm, because the same call is answered alike. */
export async function withRetries<Answer>(
  call: () => Promise<Answer>,
  mayPass: (failure: unknown) => boolean,
  pauses: readonly number[],
): Promise<Answer> {
  for (const pause of pauses) {
    try {
      return await call();
    } catch (failure) {
      if (!mayPass(failure)) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return call();
}
