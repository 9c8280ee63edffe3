// Connects as the database owner, whose statements wait for locks briefly. Used by migrations, the first administrator, the demo and tools, never by requests.
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseClient } from '../connections/client.ts';
import type { Query } from '../connections/pool.ts';
import { StartFailure } from './start-failure.ts';

/** Releases the locks of a process that has disappeared. */
const IDLE_TIMEOUT = '1min';

/** Runs work in one transaction. An exception rolls back. */
export type Owner = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

/** Each transaction has a new connection. */
export const openOwner =
  (connectionString: string): Owner =>
  (work) =>
    onOneConnection(connectionString, (owner) => owner(work));

/** Runs work whose transactions share one connection: migrations take a quarter of the time, since a new connection reads the catalog again. */
export async function onOneConnection<T>(connectionString: string, work: (owner: Owner) => Promise<T>): Promise<T> {
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
    return await work(async (inTransaction) => {
      await client.query(`begin; set local idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`);
      try {
        const result = await inTransaction(queryOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {}); // a lost connection has rolled back
        throw error;
      }
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs statements on an open connection. */
export const queryOn =
  (client: DatabaseClient): Query =>
  async (text, values) => {
    const { rows, rowCount } = await client.query(text, values as unknown[]);
    return { rows, rowCount: rowCount ?? 0 };
  };

/** Transaction-level lock: one instance migrates, the others wait and find nothing to do. */
export const lockMigrations = (query: Query) => query(`select pg_advisory_xact_lock(hashtext('leadlight.migrate'))`);

/** Below deadlock_timeout: PostgreSQL would end one of the requests that wait for a migration instead. */
const MAX_WAIT = '800ms';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** Logs every tenth wait, about once a minute. */
const WAITS_PER_LINE = 10;

export type LockRetries = { pauseMs: number; waits: number; log(message: string): void };

/** Ten minutes. */
export const defaultRetries: LockRetries = {
  pauseMs: 5_000,
  waits: 103,
  log: (message) => void process.stderr.write(`Leadlight: ${message}.\n`),
};

/** Limits the lock waits of the transaction: it waits briefly and repeatedly, because later statements queue behind one that waits. */
export const limitLockWaits = (query: Query) => query(`set local lock_timeout = '${MAX_WAIT}'`);

/** A timeout, or a deadlock: a migration locks several tables, and a transaction under way may have locked them in another order. */
export const isLockConflict = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
};

/** Runs work that calls `limitLockWaits`, again after each lock timeout or deadlock. Throws StartFailure after the last retry. */
export async function retryOnLock<T>(
  owner: Owner,
  work: (query: Query) => Promise<T>,
  retries: LockRetries & { for: string },
): Promise<T> {
  for (let waits = 1; ; waits += 1) {
    try {
      return await owner(work);
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      const message = `${retries.for} waits for a lock on the database; oldest holder of one: ${await owner(oldestLockHolder)}`;
      if (waits === retries.waits) {
        throw new StartFailure(`${message}: let it end, or end it with pg_terminate_backend, then start again.`);
      }
      if (waits % WAITS_PER_LINE === 1) retries.log(message);
      await delay(retries.pauseMs);
    }
  }
}

async function oldestLockHolder(query: Query): Promise<string> {
  const { rows } = await query<{ holder: string }>(
    `select concat('process ', pid, ', ' || nullif(application_name, '')) as holder
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'relation' and granted and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
     order by xact_start limit 1`,
  );
  return rows[0]?.holder ?? 'gone';
}
