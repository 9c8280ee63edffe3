// In charge of the owner's access: short-lived, one transaction at a time, for migrations, the first admin and the demo only. Requests never come here.
import { Client } from './client.ts';
import type { Query } from './pool.ts';

/** PostgreSQL ends a transaction that asks nothing for so long: its process has vanished, and others want its locks. */
const LONGEST_SILENCE = '1min';

/** Runs work as the database's owner in one transaction of a connection of its own; a throw rolls back. */
export type Owner = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

export function ownerOf(connectionString: string): Owner {
  return async (work) => {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: 10_000,
      application_name: 'leadlight owner',
    });
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') process.stderr.write(`Leadlight: ${message}.\n`);
    });
    await client.connect();
    try {
      await client.query(`begin; set local idle_in_transaction_session_timeout = '${LONGEST_SILENCE}'`);
      const result = await work(async (text, values) => {
        const { rows, rowCount } = await client.query(text, values as unknown[]);
        return { rows, rowCount: rowCount ?? 0 };
      });
      await client.query('commit');
      return result;
    } finally {
      await client.end().catch(() => {}); // what was not committed is rolled back
    }
  };
}
