import type { DatabaseClient } from './client.ts';
import { withDeadline } from './connections.ts';

type Options = {
  /** The maximum time of each statement, and of the pause between two, after which PostgreSQL ends the transaction. */
  timeoutMs: number;
  /** Statements to run after `begin`. */
  settings?: string;
};

/** Runs work in a transaction. An exception rolls back; if that fails, the connection is closed. */
export async function inTransaction<T>(
  client: DatabaseClient,
  { timeoutMs, settings = '' }: Options,
  work: () => Promise<T>,
): Promise<T> {
  const run = (text: string) => withDeadline(client, timeoutMs, client.query(text));
  const transaction = async () => {
    await run(`begin; set local idle_in_transaction_session_timeout = ${timeoutMs}; ${settings}`);
    const result = await work();
    await run('commit');
    return result;
  };
  return orRollBack(client, timeoutMs, transaction());
}

/** Rolls back if the transaction rejects. If that fails, it closes the connection. */
export async function orRollBack<T>(client: DatabaseClient, timeoutMs: number, transaction: Promise<T>): Promise<T> {
  try {
    return await transaction;
  } catch (error) {
    await withDeadline(client, timeoutMs, client.query('rollback')).catch((failure: Error) =>
      client.wire.stream.destroy(failure),
    );
    throw error;
  }
}
