import type { Client } from './client.ts';
import { withDeadline } from './connections.ts';

type Options = {
  /** Of each statement, and of the pause between two: a transaction that this process has left standing is ended by PostgreSQL, and its locks are free. */
  timeoutMs: number;
  /** Further statements at its beginning. */
  settings?: string;
};

/** Runs work between `begin` and `commit`. A throw rolls back and is passed on; a connection that cannot roll back is not used again. */
export async function inTransaction<T>(
  client: Client,
  { timeoutMs, settings = '' }: Options,
  work: () => Promise<T>,
): Promise<T> {
  const ask = (text: string) => withDeadline(client, timeoutMs, client.query(text));
  try {
    await ask(`begin; set local idle_in_transaction_session_timeout = ${timeoutMs}; ${settings}`);
    const result = await work();
    await ask('commit');
    return result;
  } catch (error) {
    await ask('rollback').catch((failure: Error) => client.wire.stream.destroy(failure));
    throw error;
  }
}
