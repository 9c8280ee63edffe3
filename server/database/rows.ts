// Runs the statements of callers, as the scheduler lets them, and ends those that nobody waits for or that return too much.
import { CallerQuery, type Statement, type TextResult } from './caller-query.ts';
import { cancelStatement } from './cancel.ts';
import type { Client } from './client.ts';
import { type Connections, withDeadline } from './connections.ts';
import { type Caller, Overloaded, type Place, Scheduler, type SchedulerLimits } from './scheduler.ts';
import { inTransaction } from './transaction.ts';

/** Settings of one request, each made local to its transaction by set_config; a `statement_timeout` among them stands in place of the usual one. */
export type Settings = { role: 'anon' | 'authenticated' | 'service_role' } & Record<string, string>;

export type CallerRequest = {
  caller: Caller;
  settings: Settings;
  statement: Statement;
  /** Looks at the result before it is committed; a throw rolls back and is passed on. Costs a second round trip. */
  review?: ((result: TextResult) => void) | undefined;
  /** Aborts when nobody waits for the answer any more: the request leaves the queue, or its statement is cancelled. */
  signal?: AbortSignal | undefined;
  /** Called with the size of each piece of the answer before it is parsed. A throw cancels the statement, ends its connection and is passed on. */
  received?: ((bytes: number) => void) | undefined;
};

/** Whoever asked is gone, and what ran for them was cancelled. */
export class ClientGone extends Error {}

export type RowOptions = {
  connections: Connections;
  limits: SchedulerLimits;
  /** Of every caller's statements, and of guests'. */
  timeoutMs: number;
  guestTimeoutMs: number;
};

export type Rows = {
  /** Runs one statement as a caller: the settings and the statement in one implicit transaction and one round trip. */
  request(request: CallerRequest): Promise<TextResult>;
  scheduler: Scheduler;
  close(): void;
};

/** A statement that is over sooner is not cancelled. */
const LONG_MS = 50;

/** Waiting requests are looked at so often for those that waited too long. */
const EXPIRY_MS = 250;

export function openRows({ connections, limits, timeoutMs, guestTimeoutMs }: RowOptions): Rows {
  const scheduler = new Scheduler(limits, () => performance.now());
  const expiry = setInterval(() => scheduler.expire(), EXPIRY_MS).unref();

  return {
    scheduler,
    close: () => clearInterval(expiry),
    async request(request) {
      const place = await placeIn(scheduler, request).catch((error: unknown) => {
        if (error instanceof Overloaded && error.isOfAll) connections.health.failed();
        throw error;
      });
      try {
        const timeout = request.caller.kind === 'guest' ? guestTimeoutMs : timeoutMs;
        return await connections.use((client) => run(client, request, timeout));
      } finally {
        place.leave();
      }
    },
  };
}

/** Waits for a connection. Rejects with Overloaded, or ClientGone where the signal aborts first. */
async function placeIn(scheduler: Scheduler, { caller, signal }: CallerRequest): Promise<Place> {
  if (signal?.aborted) throw new ClientGone();
  const turn = Promise.withResolvers<void>();
  let isStarted = false;
  const start = () => {
    isStarted = true;
    turn.resolve();
  };
  const place = scheduler.enter(caller, { start, drop: turn.reject });
  if (isStarted) return place;
  const giveUp = () => {
    place.leave();
    turn.reject(new ClientGone());
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp));
  return place;
}

/** Runs a request on its connection. When this settles, no cancellation of it is under way any more. */
async function run(client: Client, request: CallerRequest, timeoutMs: number): Promise<TextResult> {
  const { review, signal, received } = request;
  if (signal?.aborted) throw new ClientGone();
  let failure: Error | undefined;
  let cancelled: Promise<void> | undefined;
  const end = (error: Error): void => void client.wire.stream.destroy(error);

  /** A connection of which nobody knows whether its next statement would be cancelled is not used again. */
  const leave = () => {
    failure ??= new ClientGone();
    cancelled ??= cancelStatement(client).catch(end);
  };
  /** Ends the connection, too: it has more to send than anybody takes. */
  const stop = (error: Error) => {
    failure = error;
    client.wire.stream.pause();
    const ended = () => end(error);
    cancelled = (cancelled ?? cancelStatement(client)).then(ended, ended);
  };
  client.received = (bytes) => {
    try {
      received?.(bytes);
    } catch (error) {
      stop(error as Error);
      return false;
    }
    return true;
  };

  const send = () => {
    if (failure) throw failure;
    const settings = { statement_timeout: String(timeoutMs), ...request.settings };
    const answer = new Promise<TextResult>((resolve, reject) => {
      try {
        client.query(new CallerQuery(settings, request.statement, resolve, reject));
      } catch (error) {
        end(error as Error); // it was sent in part, and PostgreSQL waits for the rest
        reject(error as Error);
      }
    });
    return withDeadline(client, timeoutMs, answer);
  };
  const sendAndReview = async (look: (result: TextResult) => void) => {
    const result = await send();
    look(result);
    if (failure) throw failure;
    return result;
  };

  const stopWatching = signal && onLongAbort(signal, leave);
  try {
    return await (review ? inTransaction(client, { timeoutMs }, () => sendAndReview(review)) : send());
  } catch (error) {
    throw failure ?? error;
  } finally {
    stopWatching?.();
    await cancelled;
    client.received = undefined;
  }
}

/** Calls back where a signal aborts, at the earliest when a statement has become worth cancelling; most are over sooner, and need no listener. */
function onLongAbort(signal: AbortSignal, onAbort: () => void): () => void {
  let isListening = false;
  const timer = setTimeout(() => {
    if (signal.aborted) return onAbort();
    isListening = true;
    signal.addEventListener('abort', onAbort, { once: true });
  }, LONG_MS);
  return () => {
    clearTimeout(timer);
    if (isListening) signal.removeEventListener('abort', onAbort);
  };
}
