// Sessions (auth.sessions), how the user authenticated in them (auth.mfa_amr_claims), and their refresh tokens.
import { randomInt } from 'node:crypto';
import type { Query } from '#server/database/connections/pool.ts';
import { endFlows } from '../flow-state.ts';
import { type AuthUser, lockUser } from '../users.ts';

/** An authentication method in GoTrue's terms (the `amr` claim of RFC 8176). */
type AuthenticationMethod = { method: string; timestamp: number };

export type Session = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  amr: AuthenticationMethod[];
  is_expired: boolean;
  /** Opened, and last reauthenticated, more than a day ago, by the database's clock. */
  is_old: boolean;
};

const SESSIONS = `
  select session.id, user_id, coalesce(aal, 'aal1') as aal, coalesce(not_after < now(), false) as is_expired,
    greatest(session.created_at, session.reauthenticated_at) < now() - interval '24 hours' as is_old,
    coalesce((
      select json_agg(json_build_object('method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))::bigint)
        order by updated_at desc)
      from auth.mfa_amr_claims where session_id = session.id), '[]') as amr
  from auth.sessions session`;

export async function findSession(query: Query, id: string): Promise<Session | undefined> {
  const { rows } = await query<Session>(`${SESSIONS} where session.id = $1`, [id]);
  return rows[0];
}

/** Finds and locks a session: other transactions that lock it wait for the end of this one. */
export async function lockSession(query: Query, id: string): Promise<Session | undefined> {
  const { rows } = await query<Session>(`${SESSIONS} where session.id = $1 for update of session`, [id]);
  return rows[0];
}

/** A session with what its client receives. */
export type IssuedSession = { user: AuthUser; session: Session; refreshToken: string };

/** Methods by email: a user who signs in with a link may not know any password. */
const EMAIL_METHODS = new Set(['otp', 'recovery', 'magiclink', 'invite', 'email/signup', 'email_change']);

export const isRecovery = ({ amr }: Session): boolean => amr.some(({ method }) => EMAIL_METHODS.has(method));

/** The addresses from which the user's aal2 sessions were last opened or refreshed. */
export async function findSecondFactorAddresses(query: Query, userId: string): Promise<string[]> {
  const { rows } = await query<{ address: string }>(
    `select distinct host(ip) as address from auth.sessions where user_id = $1 and aal = 'aal2' and ip is not null`,
    [userId],
  );
  return rows.map(({ address }) => address);
}

/** Makes the session count as fresh: the user has entered the password or an emailed code. */
export async function recordReauthentication(query: Query, id: string): Promise<void> {
  await query('update auth.sessions set reauthenticated_at = now(), updated_at = now() where id = $1', [id]);
}

export type SignOutScope = 'global' | 'local' | 'others';

const CONDITIONS: Record<SignOutScope, string> = {
  global: '$2::uuid is not null',
  local: 'id = $2',
  others: 'id <> $2',
};

/**
 * Ends the user's sessions: all, this one, or all but this one. Deletes their refresh tokens and identity links and, unless
 * only this one ends, the codes that could open another session.
 */
export async function endSessions(query: Query, { user_id, id }: Session, scope: SignOutScope): Promise<void> {
  if (scope !== 'local') await lockUser(query, user_id); // waits for a concurrent sign-in, whose session ends as well
  await query(`delete from auth.sessions where user_id = $1 and ${CONDITIONS[scope]}`, [user_id, id]);
  if (scope !== 'local') await endFlows(query, user_id, scope === 'others' ? id : undefined);
}

const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 12;

export const newRefreshToken = () =>
  Array.from({ length: TOKEN_LENGTH }, () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)]).join('');

export async function createRefreshToken(query: Query, session: Session): Promise<string> {
  const token = newRefreshToken();
  await query(
    `insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
     values ($1, $2, $3, false, now(), now())`,
    [token, session.user_id, session.id],
  );
  return token;
}

/**
 * Revokes the session's active token and returns its successor; undefined where `parent` is another token, or the session
 * has no active token since all were revoked. The session is locked.
 */
export async function replaceRefreshToken(
  query: Query,
  session: Session,
  parent: string | null = null,
): Promise<string | undefined> {
  const token = newRefreshToken();
  const { rowCount } = await query(
    `with parent as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
       where session_id = $1 and not revoked and token = coalesce($4, token) returning token)
     insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
     select $2::text, $3::text, $1, token, false, now(), now() from parent`,
    [session.id, token, session.user_id, parent],
  );
  return rowCount > 0 ? token : undefined;
}
