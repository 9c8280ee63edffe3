// One-time tokens (auth.one_time_tokens), which verify an email by a link or by a typed code.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Query } from '#server/database/connections/pool.ts';
import type { Metadata } from '../users.ts';
import { type Confirmed, type Credential, NOTHING } from './confirmations.ts';

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** One token in two forms: the hash for a link, and the code to type. */
export type OneTimeToken = { hash: string; code: string };

export type NewToken = {
  userId: string;
  type: TokenType;
  email: string;
  flowId?: string | undefined;
  /** The credential and the metadata that a confirmation verifies. */
  confirmed?: Confirmed | undefined;
};

export type ConsumedToken = {
  user_id: string;
  type: TokenType;
  flow_state_id: string | null;
  credential: Credential;
  user_metadata: Metadata | null;
};

/** The link of a PKCE flow's token returns a code for the browser of the flow instead of a session. */
const PKCE_PREFIX = 'pkce_';
const CODE_LIMIT = 1_000_000;

export const isPkceToken = (hash: string): boolean => hash.startsWith(PKCE_PREFIX);

/** GoTrue's hash of email and code, with a salt: otherwise six digits could be guessed from their hash. */
const hashCode = (email: string, code: string, salt: string) =>
  createHash('sha224').update(`${email}${code}${salt}`).digest('hex');

/**
 * Replaces the user's token of this type and credential, and deletes its flow. Confirmations of other credentials stay
 * valid: a stranger's sign-up must not replace that of the owner of the email.
 */
export async function issueToken(query: Query, token: NewToken): Promise<OneTimeToken> {
  const { userId, type, email, flowId, confirmed: { credential, userMetadata } = NOTHING } = token;
  const code = randomInt(CODE_LIMIT).toString().padStart(6, '0');
  const salt = randomBytes(16).toString('hex');
  const hash = `${flowId ? PKCE_PREFIX : ''}${hashCode(email, code, salt)}`;
  await query(
    `delete from auth.flow_state
     where id = (select flow_state_id from auth.one_time_tokens where user_id = $1 and token_type = $2 and credential = $3)`,
    [userId, type, credential],
  );
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, salt, flow_state_id, credential, user_metadata,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, localtimestamp, localtimestamp)
     on conflict (user_id, token_type, credential) do update
     set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to, salt = excluded.salt,
       flow_state_id = excluded.flow_state_id, user_metadata = excluded.user_metadata,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), userId, type, hash, email, salt, flowId ?? null, credential, userMetadata ?? null],
  );
  return { hash, code };
}

const CONSUMED = 'returning user_id, token_type as type, flow_state_id, credential, user_metadata';
const UNEXPIRED = 'created_at > localtimestamp - make_interval(secs => $3)';

/** Locks the user, then the token: the order of everything that invalidates a token, so no deadlock. */
const lockOwner = (query: Query, column: 'token_hash' | 'id', value: string) =>
  query(
    `select from auth.users where id in (select user_id from auth.one_time_tokens where ${column} = $1) for no key update`,
    [value],
  );

export type LinkToken = { hash: string; types: TokenType[]; lifeSeconds: number };

/** Deletes the token of a link; undefined where there is none or it has expired. Of two concurrent calls one gets it. */
export async function consumeLink(query: Query, token: LinkToken): Promise<ConsumedToken | undefined> {
  await lockOwner(query, 'token_hash', token.hash);
  const { rows } = await query<ConsumedToken>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type = any ($2::auth.one_time_token_type[]) and ${UNEXPIRED} ${CONSUMED}`,
    [token.hash, token.types, token.lifeSeconds],
  );
  return rows[0];
}

export type TypedCode = { email: string; code: string; types: TokenType[]; lifeSeconds: number };

/** Consumes the code that was sent to an address, like consumeLink. */
export async function consumeCode(query: Query, token: TypedCode): Promise<ConsumedToken | undefined> {
  const { rows } = await query<{ id: string; token_hash: string; salt: string }>(
    `select id, token_hash, salt from auth.one_time_tokens
     where relates_to = $1 and token_type = any ($2::auth.one_time_token_type[]) and ${UNEXPIRED}`,
    [token.email, token.types, token.lifeSeconds],
  );
  const withoutPrefix = (hash: string) => (isPkceToken(hash) ? hash.slice(PKCE_PREFIX.length) : hash);
  const match = rows.find((row) => withoutPrefix(row.token_hash) === hashCode(token.email, token.code, row.salt));
  if (!match) return undefined;
  await lockOwner(query, 'id', match.id);
  const consumed = await query<ConsumedToken>(
    `delete from auth.one_time_tokens where id = $1 and salt = $2 ${CONSUMED}`,
    [match.id, match.salt],
  );
  return consumed.rows[0];
}
