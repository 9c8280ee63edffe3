// Runs the statements of callers as the scheduler allows, and cancels those whose client has disconnected or whose result is too large.
import type { DatabaseError } from 'pg';
import { CallerQuery, type Statement, type TransactionBlock } from './caller-query.ts';
import { cancelStatement, type DatabaseClient } from './client.ts';
import { withDeadline } from './connections.ts';
import type { JoinedRows } from './joined-rows.ts';
import type { Caller } from './scheduler.ts';
import { ClientGone, type SharedConnections } from './shared-connections.ts';
import { inTransaction, orRollBack } from './transaction.ts';

/** Set for the transaction with set_config. A `statement_timeout` replaces the default one. */
export type Settings = { role: 'anon' | 'authenticated' | 'service_role' } & Record<string, string>;

export type CallerRequest = {
  caller: Caller;
  settings: Settings;
  statement: Statement;
  /** The statement timeout, if it is another one than that of its caller. */
  timeoutMs?: number;
  /** Text between the values of the first column of the result; none by default. */
  separator?: string | undefined;
  /** Called with the result before the commit; an exception rolls back. Needs a second round trip. */
  review?: ((result: JoinedRows) => void) | undefined;
  /** On abort the request leaves the queue, or its statement is cancelled. */
  signal?: AbortSignal | undefined;
  /** Called with the size of each chunk of the result before it is parsed. An exception cancels the statement and closes its connection. */
  received?: ((bytes: number) => void) | undefined;
};

export type RowOptions = {
  connections: SharedConnections;
  /** Statement timeouts of all callers, and of guests. */
  timeoutMs: number;
  guestTimeoutMs: number;
  /** Whether each request runs in a transaction block, in which `private.enter()` sends the caller's rights to the nodes. */
  isDistributed: boolean;
};

/** Shorter statements are not cancelled. */
const LONG_MS = 50;

/** A deadlock with another request or a migration, and a function whose table got another column while it waited for it. */
const REPEATED_CODES = ['40P01', '42804'];

/** Makes the function `DatabasePool.request`. */
export const openRows =
  ({ connections, timeoutMs, guestTimeoutMs, isDistributed }: RowOptions) =>
  (request: CallerRequest): Promise<JoinedRows> => {
    const { caller, signal } = request;
    const limitMs = request.timeoutMs ?? (caller.kind === 'guest' ? guestTimeoutMs : timeoutMs);
    const options = { timeoutMs: limitMs, isDistributed };
    return connections.use(caller, (client) => repeatRolledBack(() => run(client, request, options)), signal);
  };

/** Runs a request again, up to three times, that PostgreSQL has rolled back for no fault of its own. */
async function repeatRolledBack<T>(work: () => Promise<T>, repetitions = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as DatabaseError;
    if (repetitions === 0 || !REPEATED_CODES.includes(code)) throw error;
    return repeatRolledBack(work, repetitions - 1);
  }
}

/** Runs a request on its connection. Settles after any cancellation has been delivered. */
async function run(
  client: DatabaseClient,
  request: CallerRequest,
  { timeoutMs, isDistributed }: Pick<RowOptions, 'timeoutMs' | 'isDistributed'>,
): Promise<JoinedRows> {
  const { review, signal, received } = request;
  if (signal?.aborted) throw new ClientGone();
  let failure: Error | undefined;
  let cancelled: Promise<void> | undefined;
  const end = (error: Error): void => void client.wire.stream.destroy(error);

  /** Closes the connection if the cancellation fails, because it might hit the next statement. */
  const leave = () => {
    failure ??= new ClientGone();
    cancelled ??= cancelStatement(client).catch(end);
  };
  /** Closes the connection too, which has more data to send. */
  const stop = (error: Error) => {
    failure = error;
    client.wire.stream.pause();
    const ended = () => end(error);
    cancelled = (cancelled ?? cancelStatement(client)).then(ended, ended);
  };
  let query: CallerQuery | undefined;
  client.reader = {
    received(bytes) {
      try {
        received?.(bytes);
      } catch (error) {
        stop(error as Error);
        return false;
      }
      return true;
    },
    row: (chunk, start, end) => query?.handleRow(chunk, start, end),
  };

  const send = (block: TransactionBlock) => {
    if (failure) throw failure;
    const settings = { statement_timeout: String(timeoutMs), ...request.settings };
    const answer = new Promise<JoinedRows>((resolve, reject) => {
      try {
        const { statement, separator } = request;
        query = new CallerQuery({ settings, statement, separator, block, callsEnter: isDistributed }, resolve, reject);
        client.query(query);
      } catch (error) {
        end(error as Error); // PostgreSQL waits for the rest of a message
        reject(error as Error);
      }
    });
    return withDeadline(client, timeoutMs, answer);
  };
  const sendAndReview = async (look: (result: JoinedRows) => void) => {
    const result = await send('open');
    look(result);
    if (failure) throw failure;
    return result;
  };

  const stopWatching = signal && onLongAbort(signal, leave);
  try {
    if (review) return await inTransaction(client, { timeoutMs }, () => sendAndReview(review));
    if (isDistributed) return await orRollBack(client, timeoutMs, send('explicit'));
    return await send('implicit');
  } catch (error) {
    if (isDistributed) removeShardNumbers(error as DatabaseError);
    throw failure ?? error;
  } finally {
    stopWatching?.();
    await cancelled;
    client.reader = undefined;
  }
}

/** Workers name the table of a shard, such as "leads_102008". */
function removeShardNumbers(error: DatabaseError): void {
  const withoutNumbers = (text: string) => text.replace(/(?<=[a-z])_\d{6,}(?=")/g, '');
  error.message = withoutNumbers(error.message);
  if (error.detail) error.detail = withoutNumbers(error.detail);
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
