// In charge of how often something may be tried: token buckets in auth.rate_limits, so that the limit holds across copies of the server.
import { createHash } from 'node:crypto';
import type { Database, Query } from '../database/pool.ts';

const WINDOW_SECONDS = 300;
const LONGEST_WINDOW_SECONDS = 3600;
const SWEEP_CHANCE = 0.01;

/** One limit for one party: `perWindow` tries at once, refilled evenly over so many `seconds`, five minutes where nothing is said. */
export type Limit = { kind: string; party: string; perWindow: number; seconds?: number };

/** Hashed, so that no table keeps addresses and a key has one length whatever was typed. */
export const hashParty = (party: string) => createHash('sha256').update(party).digest('base64url');

const keyOf = ({ kind, party }: Limit) => `${kind}:${hashParty(party)}`;

/** Tries a second. */
const refillOf = ({ perWindow, seconds = WINDOW_SECONDS }: Limit) => perWindow / seconds;

/** Takes one try and commits it before any work is done, so that tries that overlap are all counted. False when none is left. */
export function takeTry(database: Database, limit: Limit): Promise<boolean> {
  return database.transaction(async (query) => {
    if (Math.random() < SWEEP_CHANCE) await sweep(query);
    const { rowCount } = await query(
      `insert into auth.rate_limits as bucket (key, tokens, refilled_at)
       values ($1, $2::float8 - 1, clock_timestamp())
       on conflict (key) do update
       set tokens = least($2, bucket.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at))) - 1,
           refilled_at = clock_timestamp()
       where least($2, bucket.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at))) >= 1`,
      [keyOf(limit), limit.perWindow, refillOf(limit)],
    );
    return rowCount === 1;
  });
}

/** Gives a try back: the limit counts failures, and this was none. */
export async function returnTry(query: Query, limit: Limit): Promise<void> {
  await query('update auth.rate_limits set tokens = least($2, tokens + 1) where key = $1', [
    keyOf(limit),
    limit.perWindow,
  ]);
}

/** How many seconds it takes until there is a try again. */
export async function secondsUntilTry(query: Query, limit: Limit): Promise<number> {
  const { rows } = await query<{ seconds: number }>(
    `select ceil((1 - tokens) / $2 - extract(epoch from clock_timestamp() - refilled_at))::int as seconds
     from auth.rate_limits where key = $1`,
    [keyOf(limit), refillOf(limit)],
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** A bucket untouched for a whole window is full, which is what no bucket means. Skips what others hold, so that sweeps never wait for each other. */
async function sweep(query: Query): Promise<void> {
  await query(
    `delete from auth.rate_limits where key in (
       select key from auth.rate_limits where refilled_at < now() - make_interval(secs => $1)
       limit 1000 for update skip locked)`,
    [LONGEST_WINDOW_SECONDS],
  );
}
