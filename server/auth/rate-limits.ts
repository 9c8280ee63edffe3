// Token buckets: in auth.rate_limits, for limits that all instances share, and in memory in front of them.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';
import type { Query } from '../database/connections/pool.ts';
import { clientNetwork } from '../http/client.ts';
import { accountLimits } from '../limits.ts';
import { RateLimiter } from '../rate-limiter.ts';
import type { AuthContext, AuthEnv, Authenticated, ServiceContext } from './context.ts';
import { tooManyRequests } from './errors.ts';
import { findSecondFactorAddresses, type Session } from './sessions/sessions.ts';

const WINDOW_SECONDS = 300;
const MAX_WINDOW_SECONDS = 3600;
const SWEEP_CHANCE = 0.01;

/** `perWindow` attempts of one subject (client, account, session) at once, refilled evenly over `seconds`, by default five minutes. */
export type RateLimit = { name: string; subject: string; perWindow: number; seconds?: number };

/** Hashes a subject, so that no table stores addresses and all keys have one length. */
export const hashSubject = (subject: string) => createHash('sha256').update(subject).digest('base64url');

const bucketKey = ({ name, subject }: RateLimit) => `${name}:${hashSubject(subject)}`;

/** Attempts per second. */
const attemptsPerSecond = ({ perWindow, seconds = WINDOW_SECONDS }: RateLimit) => perWindow / seconds;

/** Counts an attempt before its work begins, so that concurrent attempts all count. False where none is left. */
export async function takeAttempt({ var: { database } }: ServiceContext, limit: RateLimit): Promise<boolean> {
  if (Math.random() < SWEEP_CHANCE) await sweep(database.query);
  const { rowCount } = await database.query(
    `insert into auth.rate_limits as bucket (key, tokens, refilled_at)
     values ($1, $2::float8 - 1, clock_timestamp())
     on conflict (key) do update
     set tokens = least($2, bucket.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at))) - 1,
         refilled_at = clock_timestamp()
     where least($2, bucket.tokens + $3 * greatest(0, extract(epoch from clock_timestamp() - bucket.refilled_at))) >= 1`,
    [bucketKey(limit), limit.perWindow, attemptsPerSecond(limit)],
  );
  return rowCount === 1;
}

/** A bucket that was not used for a whole window is full, like a missing one. Skips locked rows, so that sweeps never wait for each other. */
const sweep = (query: Query) =>
  query(
    `delete from auth.rate_limits where key in (
       select key from auth.rate_limits where refilled_at < now() - make_interval(secs => $1)
       limit 1000 for update skip locked)`,
    [MAX_WINDOW_SECONDS],
  );

/** Takes an attempt of each limit, the narrowest first: a rejection there leaves the wider ones untouched. Throws over_request_rate_limit. */
export async function requireAttempts(c: AuthContext, limits: RateLimit[]): Promise<void> {
  for (const limit of limits) if (!(await takeAttempt(c, limit))) throw limitReached(limit);
}

/** Returns the attempts after a success: the limits count failures. */
export async function returnAttempts(query: Query, limits: RateLimit[]): Promise<void> {
  for (const limit of limits) {
    await query('update auth.rate_limits set tokens = least($2, tokens + 1) where key = $1', [
      bucketKey(limit),
      limit.perWindow,
    ]);
  }
}

/** Seconds until the next attempt. */
export async function secondsUntilAttempt(query: Query, limit: RateLimit): Promise<number> {
  const { rows } = await query<{ seconds: number }>(
    `select ceil((1 - tokens) / $2 - extract(epoch from clock_timestamp() - refilled_at))::int as seconds
     from auth.rate_limits where key = $1`,
    [bucketKey(limit), attemptsPerSecond(limit)],
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

type Setting = 'AUTH_RATE_SIGNUP' | 'AUTH_RATE_TOKEN' | 'AUTH_RATE_VERIFY' | 'AUTH_RATE_FACTOR' | 'AUTH_RATE_USER';

/** Limits the requests of a client to an endpoint to a setting's number within `seconds`. */
export const limitRequests =
  (name: string, setting: Setting, seconds = WINDOW_SECONDS): MiddlewareHandler<AuthEnv> =>
  async (c, next) => {
    await requireRequest(c, name, setting, seconds);
    return next();
  };

/** Limits requests like limitRequests, but on each instance by itself and without a statement. */
export const limitLoad =
  (name: string, setting: Setting): MiddlewareHandler<AuthEnv> =>
  (c, next) => {
    requireInMemory(c, requestLimit(c, name, setting));
    return next();
  };

export const requireRequest = (c: AuthContext, name: string, setting: Setting, seconds?: number): Promise<void> =>
  requireAttempt(c, requestLimit(c, name, setting, seconds));

/** Limits the refreshes of a session, whichever clients send them, and widely those of a client. */
export async function requireRefresh(c: AuthContext, sessionId: string): Promise<void> {
  const window = { seconds: WINDOW_SECONDS };
  const subject = clientNetwork(c.var.client);
  requireInMemory(c, { name: 'refreshes', subject, perWindow: accountLimits.refreshes, ...window });
  await requireAttempt(c, {
    name: 'refresh',
    subject: sessionId,
    perWindow: c.var.config.AUTH_RATE_TOKEN,
    ...window,
  });
}

/** A subject whose attempts in memory are used up has none in the table either, so its rejected requests cost no statement. */
async function requireAttempt(c: AuthContext, limit: Required<RateLimit>): Promise<void> {
  requireInMemory(c, limit);
  await requireAttempts(c, [limit]);
}

const requestLimit = (c: AuthContext, name: string, setting: Setting, seconds = WINDOW_SECONDS) => ({
  name,
  subject: clientNetwork(c.var.client),
  perWindow: c.var.config[setting],
  seconds,
});

function requireInMemory({ var: { rateLimiters } }: AuthContext, limit: Required<RateLimit>): void {
  const { name, subject, perWindow: tries, seconds } = limit;
  const limiter = rateLimiters.get(name) ?? new RateLimiter({ tries, seconds });
  rateLimiters.set(name, limiter);
  if (limiter.take(subject) > 0) throw limitReached(limit);
}

/** The next attempt is possible at the latest when one has been refilled. */
const limitReached = (limit: RateLimit) => tooManyRequests(Math.ceil(1 / attemptsPerSecond(limit)));

/** Limits the wrong passwords for an account, whichever client sends them. */
export function passwordLimit({ AUTH_RATE_ACCOUNT: perWindow }: Config, email: string): RateLimit {
  return { name: 'account', subject: email, perWindow };
}

const ACCOUNT_CODES = 'code';

/**
 * Limits the wrong codes, emailed or of a second factor, for an account in an hour. One client and one session have half of
 * them, so that an attacker cannot lock out the owner.
 */
export function codeLimits(c: AuthContext, account: string, session?: Session): RateLimit[] {
  const { config, client } = c.var;
  const hourly = { seconds: MAX_WINDOW_SECONDS };
  const half = { perWindow: Math.ceil(config.AUTH_RATE_CODE / 2), ...hourly };
  return [
    ...(session ? [{ name: 'code-session', subject: session.id, ...half }] : []),
    { name: 'code-client', subject: `${account} ${clientNetwork(client)}`, ...half },
    { name: ACCOUNT_CODES, subject: account, perWindow: config.AUTH_RATE_CODE, ...hourly },
  ];
}

/**
 * Limits of the codes for a second factor, like codeLimits. The limit of the account does not apply to a client in the network of an aal2
 * session: an attacker with the password and many addresses cannot lock out the owner.
 */
export async function factorCodeLimits(c: AuthContext, { user, session }: Authenticated): Promise<RateLimit[]> {
  const limits = codeLimits(c, user.id, session);
  const network = clientNetwork(c.var.client);
  const addresses = await findSecondFactorAddresses(c.var.database.query, user.id);
  const isOwners = addresses.some((address) => clientNetwork({ address }) === network);
  return isOwners ? limits.filter(({ name }) => name !== ACCOUNT_CODES) : limits;
}
