// Resets a public demo at every full hour. Requests wait meanwhile, so that none sees a half of each state.
import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Clients compute the time of the next reset from it. */
export const RESET_EVERY_MS = 3_600_000;

/** Most requests take less. A later statement waits for the locks of the reset, and then finds no session. */
const DRAIN_MS = 5_000;

const RETRY_MS = 60_000;

export type PublicDemo = {
  /** Holds requests back during a reset. */
  waitForReset: MiddlewareHandler;
};

export type ResetOptions = { reset: () => Promise<void>; log: Pick<Logger, 'info' | 'error'>; everyMs?: number };

/** A reset that fails leaves everything as it was, and is tried again after a minute. */
export function openPublicDemo({ reset, log, everyMs = RESET_EVERY_MS }: ResetOptions): PublicDemo {
  let running = 0;
  let onIdle = () => {};
  let resetting: Promise<unknown> | undefined;

  async function drainAndReset(): Promise<boolean> {
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    if (running > 0) await Promise.race([idle, delay(DRAIN_MS, undefined, { ref: false })]);
    try {
      await reset();
      log.info({ msg: 'public demo reset' });
      return true;
    } catch (error) {
      log.error({ err: error }, 'public demo not reset');
      return false;
    }
  }

  function schedule(inMs: number): void {
    setTimeout(async () => {
      const done = drainAndReset();
      resetting = done;
      const isDone = await done;
      resetting = undefined;
      schedule(isDone ? untilNext() : RETRY_MS);
    }, inMs).unref();
  }
  const untilNext = () => everyMs - (Date.now() % everyMs);
  schedule(untilNext());

  return {
    waitForReset: async (_, next) => {
      await resetting;
      running += 1;
      try {
        await next();
      } finally {
        running -= 1;
        if (running === 0) onIdle();
      }
    },
  };
}
