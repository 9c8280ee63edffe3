// In charge of waiting for a lock that somebody else holds: briefly and again, because what others ask for queues behind whoever waits.
import { setTimeout as delay } from 'node:timers/promises';
import type { Owner } from './owner.ts';
import type { Query } from './pool.ts';
import { StartFailure } from './start-failure.ts';

const LONGEST_WAIT = '3s';
const LOCK_NOT_AVAILABLE = '55P03';

/** So many waits are told by one line, which makes it one in about a minute. */
const WAITS_TOLD_AT_ONCE = 8;

export type Patience = { pauseMs: number; waits: number; tell(words: string): void };

/** Ten minutes. */
export const defaultRetries: Patience = {
  pauseMs: 5_000,
  waits: 75,
  tell: (words) => void process.stderr.write(`Leadlight: ${words}.\n`),
};

/** From here on no statement of the transaction waits long for a lock. */
export const limitLockWaits = (query: Query) => query(`set local lock_timeout = '${LONGEST_WAIT}'`);

export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/** Runs work that limits its waits for locks, again after a pause where it was locked out. Throws StartFailure when patience is over. */
export async function retryOnLock<T>(
  owner: Owner,
  work: (query: Query) => Promise<T>,
  patience: Patience & { for: string },
): Promise<T> {
  for (let waits = 1; ; waits += 1) {
    try {
      return await owner(work);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const words = `${patience.for} waits for a lock on the database; oldest holder of one: ${await owner(oldestHolder)}`;
      if (waits === patience.waits) {
        throw new StartFailure(`${words}: let it end, or end it with pg_terminate_backend, then start again.`);
      }
      if (waits % WAITS_TOLD_AT_ONCE === 1) patience.tell(words);
      await delay(patience.pauseMs);
    }
  }
}

async function oldestHolder(query: Query): Promise<string> {
  const { rows } = await query<{ holder: string }>(
    `select concat('process ', pid, ', ' || nullif(application_name, '')) as holder
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'relation' and granted and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
     order by xact_start limit 1`,
  );
  return rows[0]?.holder ?? 'gone';
}
