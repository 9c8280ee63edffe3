// Connections that callers use in turns, as the scheduler decides.
import type { DatabaseClient } from './client.ts';
import type { Connections } from './connections.ts';
import { type Caller, Overloaded, type QueuePosition, Scheduler, type SchedulerLimits } from './scheduler.ts';

/** The client has disconnected, and its statement was cancelled. */
export class ClientGone extends Error {}

export type SharedConnections = {
  /** Runs work on a connection of its own. Rejects with Overloaded or DatabaseUnreachable, and with ClientGone if `signal` aborts while the work waits. */
  use<T>(caller: Caller, work: (client: DatabaseClient) => Promise<T>, signal?: AbortSignal): Promise<T>;
  scheduler: Scheduler;
  close(): void;
};

/** Interval of the check for requests that have waited too long. */
const EXPIRY_MS = 250;

export function shareConnections(connections: Connections, limits: SchedulerLimits): SharedConnections {
  const scheduler = new Scheduler(limits, () => performance.now());
  const expiry = setInterval(() => scheduler.expire(), EXPIRY_MS).unref();
  return {
    scheduler,
    close: () => clearInterval(expiry),
    async use(caller, work, signal) {
      const position = await enterQueue(scheduler, caller, signal).catch((error: unknown) => {
        if (error instanceof Overloaded && error.isOfAll) connections.health.failed();
        throw error;
      });
      try {
        return await connections.use(work);
      } finally {
        position.leave();
      }
    },
  };
}

async function enterQueue(
  scheduler: Scheduler,
  caller: Caller,
  signal: AbortSignal | undefined,
): Promise<QueuePosition> {
  if (signal?.aborted) throw new ClientGone();
  const turn = Promise.withResolvers<void>();
  let isStarted = false;
  const start = () => {
    isStarted = true;
    turn.resolve();
  };
  const position = scheduler.enter(caller, { start, drop: turn.reject });
  if (isStarted) return position;
  const giveUp = () => {
    position.leave();
    turn.reject(new ClientGone());
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp));
  return position;
}
