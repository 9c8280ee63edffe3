// In charge of auth.one_time_tokens: what shows that a mailbox is somebody's, by a link or by a code, once and for a while.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Query } from '#server/database/pool.ts';

export type Occasion =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** The two forms of one token: what a link carries, and what a person can type. */
export type OneTimeToken = { hash: string; code: string };

export type NewToken = { userId: string; occasion: Occasion; address: string; flowId?: string | undefined };

export type SpentToken = { user_id: string; occasion: Occasion; flow_state_id: string | null };

/** Tokens of a PKCE flow say so: their link ends in a code for the flow's own browser, not in a session. */
const PKCE_PREFIX = 'pkce_';
const CODE_LIMIT = 1_000_000;

export const isOfFlow = (hash: string): boolean => hash.startsWith(PKCE_PREFIX);

/** GoTrue's hash of address and code, with a salt: six digits alone could be guessed through their hash. */
const hashOf = (address: string, code: string, salt: string) =>
  createHash('sha224').update(`${address}${code}${salt}`).digest('hex');

/** A token that takes the place of the one that the user had for this occasion, with the flow that it belonged to. */
export async function issueToken(query: Query, { userId, occasion, address, flowId }: NewToken): Promise<OneTimeToken> {
  const code = randomInt(CODE_LIMIT).toString().padStart(6, '0');
  const salt = randomBytes(16).toString('hex');
  const hash = `${flowId ? PKCE_PREFIX : ''}${hashOf(address, code, salt)}`;
  await query(
    `delete from auth.flow_state
     where id = (select flow_state_id from auth.one_time_tokens where user_id = $1 and token_type = $2)`,
    [userId, occasion],
  );
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, salt, flow_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, localtimestamp, localtimestamp)
     on conflict (user_id, token_type) do update
     set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to, salt = excluded.salt,
       flow_state_id = excluded.flow_state_id, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), userId, occasion, hash, address, salt, flowId ?? null],
  );
  return { hash, code };
}

const SPENT = 'returning user_id, token_type as occasion, flow_state_id';
const ALIVE = 'created_at > localtimestamp - make_interval(secs => $3)';

/** Locks in the order of whatever invalidates a token, so that the two never wait for each other: the user, then the token. */
const lockOwner = (query: Query, whereToken: string, value: string) =>
  query(
    `select from auth.users where id in (select user_id from auth.one_time_tokens where ${whereToken} = $1) for no key update`,
    [value],
  );

export type LinkedToken = { hash: string; occasions: Occasion[]; lifeSeconds: number };

/** Takes away the token of a link; undefined when there is none that lives. Of two who come at once, one gets it. */
export async function spendLink(query: Query, token: LinkedToken): Promise<SpentToken | undefined> {
  await lockOwner(query, 'token_hash', token.hash);
  const { rows } = await query<SpentToken>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[]) and ${ALIVE} ${SPENT}`,
    [token.hash, token.occasions, token.lifeSeconds],
  );
  return rows[0];
}

export type TypedToken = { address: string; code: string; occasions: Occasion[]; lifeSeconds: number };

/** As spendLink, for the code that was sent to an address. */
export async function spendCode(query: Query, token: TypedToken): Promise<SpentToken | undefined> {
  const { rows } = await query<{ id: string; token_hash: string; salt: string }>(
    `select id, token_hash, salt from auth.one_time_tokens
     where relates_to = $1 and token_type = any ($2::auth.one_time_token_type[]) and ${ALIVE}`,
    [token.address, token.occasions, token.lifeSeconds],
  );
  const bare = (hash: string) => (isOfFlow(hash) ? hash.slice(PKCE_PREFIX.length) : hash);
  const match = rows.find((row) => bare(row.token_hash) === hashOf(token.address, token.code, row.salt));
  if (!match) return undefined;
  await lockOwner(query, 'id', match.id);
  const spent = await query<SpentToken>(`delete from auth.one_time_tokens where id = $1 and salt = $2 ${SPENT}`, [
    match.id,
    match.salt,
  ]);
  return spent.rows[0];
}
