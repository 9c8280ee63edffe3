// Waits for locks briefly and repeatedly, because later statements queue behind one that waits.
import { setTimeout as delay } from 'node:timers/promises';
import type { Query } from '../connections/pool.ts';
import type { Owner } from './owner.ts';
import { StartFailure } from './start-failure.ts';

/** Below deadlock_timeout: PostgreSQL would end one of the requests that wait for a migration instead. */
const LONGEST_WAIT = '800ms';
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

/** Limits the lock waits of the transaction. */
export const limitLockWaits = (query: Query) => query(`set local lock_timeout = '${LONGEST_WAIT}'`);

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
