// Connects as the database owner. Used by migrations, the first administrator, the demo and tools, never by requests.
import { DatabaseClient } from '../connections/client.ts';
import type { Query } from '../connections/pool.ts';

/** Releases the locks of a process that has disappeared. */
const IDLE_TIMEOUT = '1min';

/** Runs work in one transaction on a new connection. An exception rolls back. */
export type Owner = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

export function ownerOf(connectionString: string): Owner {
  return async (work) => {
    const client = new DatabaseClient({
      connectionString,
      connectionTimeoutMillis: 10_000,
      application_name: 'leadlight owner',
    });
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') process.stderr.write(`Leadlight: ${message}.\n`);
    });
    await client.connect();
    try {
      await client.query(`begin; set local idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`);
      const result = await work(queryOf(client));
      await client.query('commit');
      return result;
    } finally {
      await client.end().catch(() => {}); // rolls back an open transaction
    }
  };
}

/** Runs statements on an open connection. */
export const queryOf =
  (client: DatabaseClient): Query =>
  async (text, values) => {
    const { rows, rowCount } = await client.query(text, values as unknown[]);
    return { rows, rowCount: rowCount ?? 0 };
  };
