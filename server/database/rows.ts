// Runs the statements of callers, as the scheduler lets them, and ends those that nobody waits for or that return too much.
import { CallerQuery, type Statement, type TextResult } from './caller-query.ts';
import { cancelStatement } from './cancel.ts';
import type { Client } from './client.ts';
import { answered, type Connections } from './connections.ts';
import { type Caller, Overloaded, type Place, Scheduler, type SchedulerLimits } from './scheduler.ts';
import { inTransaction } from './transaction.ts';

/** Settings of one request, each made local to its transaction by set_config; `role` comes first. */
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
        if (error instanceof Overloaded && error.isOfAll) connections.pulse.failed();
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
  const place = scheduler.enter(caller, { start: turn.resolve, drop: turn.reject });
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
  let cancelled: Promise<void> | undefined;
  let failure: Error | undefined;

  const end = (error: Error): void => void client.wire.stream.destroy(error);
  /** A connection of which nobody knows whether its next statement would be cancelled is not used again. */
  const cancel = () => {
    failure ??= new ClientGone();
    cancelled ??= cancelStatement(client).catch(end);
  };
  /** Ends the connection, too: it may have more to send than anybody can take. */
  const refuse = (error: Error) => {
    failure = error;
    client.wire.stream.pause();
    cancelled = Promise.resolve(cancelled ?? cancelStatement(client)).then(
      () => void end(error),
      () => void end(error),
    );
  };
  const send = async () => {
    if (failure) throw failure;
    const settings = { ...request.settings, statement_timeout: String(timeoutMs) };
    const answer = new Promise<TextResult>((resolve, reject) => {
      client.query(new CallerQuery(settings, request.statement, resolve, reject));
    });
    return answered(client, timeoutMs, answer);
  };
  const work = async () => {
    if (!review) return send();
    return inTransaction(client, { timeoutMs }, async () => {
      const result = await send();
      review(result);
      if (failure) throw failure;
      return result;
    });
  };

  if (signal?.aborted) throw new ClientGone();
  signal?.addEventListener('abort', cancel, { once: true });
  if (received) {
    client.received = (bytes) => {
      if (!failure) {
        try {
          received(bytes);
        } catch (error) {
          refuse(error as Error);
        }
      }
      return !failure || failure instanceof ClientGone;
    };
  }
  try {
    return await work();
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await cancelled;
    client.received = undefined;
  }
}
