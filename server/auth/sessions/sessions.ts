// In charge of auth.sessions and how each was proved (auth.mfa_amr_claims): opens, finds and ends them.
import type { Client } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import { endFlows } from '../flow-state.ts';
import { lockUser } from '../users.ts';

/** How somebody has shown who they are: RFC 8176's amr, with GoTrue's names. */
type Proof = { method: string; timestamp: number };

export type Session = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  proofs: Proof[];
  is_expired: boolean;
  /** Opened, and reauthenticated if ever, more than a day ago, by the database's clock. */
  is_old: boolean;
};

/** Proofs by mail: whoever opens their mailbox to get in may have no password to remember. */
const MAIL_PROOFS = new Set(['otp', 'recovery', 'magiclink', 'invite', 'email/signup', 'email_change']);

export const isRecovering = ({ proofs }: Session): boolean => proofs.some(({ method }) => MAIL_PROOFS.has(method));

export type Scope = 'global' | 'local' | 'others';

const SESSIONS = `
  select session.id, user_id, coalesce(aal, 'aal1') as aal, coalesce(not_after < now(), false) as is_expired,
    greatest(session.created_at, session.reauthenticated_at) < now() - interval '24 hours' as is_old,
    coalesce((
      select json_agg(json_build_object('method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))::bigint)
        order by updated_at desc)
      from auth.mfa_amr_claims where session_id = session.id), '[]') as proofs
  from auth.sessions session`;

export async function openSession(query: Query, userId: string, method: string, client: Client): Promise<Session> {
  const { rows } = await query<{ id: string }>(
    `with opened as (
       insert into auth.sessions (id, user_id, aal, user_agent, ip, created_at, updated_at)
       values (gen_random_uuid(), $1, 'aal1', $2, $3, now(), now())
       returning id)
     insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
     select gen_random_uuid(), id, $4, now(), now() from opened
     returning session_id as id`,
    [userId, client.agent, client.address, method],
  );
  const session = rows[0] && (await findSession(query, rows[0].id));
  if (!session) throw new Error(`auth.sessions lost the session that was just opened for ${userId}`);
  return session;
}

export async function findSession(query: Query, id: string): Promise<Session | undefined> {
  const { rows } = await query<Session>(`${SESSIONS} where session.id = $1`, [id]);
  return rows[0];
}

/** As findSession; whoever else wants the same session waits until this transaction ends. */
export async function lockSession(query: Query, id: string): Promise<Session | undefined> {
  const { rows } = await query<Session>(`${SESSIONS} where session.id = $1 for update of session`, [id]);
  return rows[0];
}

/** Where the user's sessions that have shown a second factor were last opened or refreshed. */
export async function findProtectedAddresses(query: Query, userId: string): Promise<string[]> {
  const { rows } = await query<{ address: string }>(
    `select distinct host(ip) as address from auth.sessions where user_id = $1 and aal = 'aal2' and ip is not null`,
    [userId],
  );
  return rows.map(({ address }) => address);
}

export async function noteRefresh(query: Query, id: string, client: Client): Promise<void> {
  await query(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', user_agent = $2, ip = $3, updated_at = now() where id = $1`,
    [id, client.agent, client.address],
  );
}

/** The user has shown the password or an emailed code in this session. */
export async function noteReauthentication(query: Query, id: string): Promise<void> {
  await query('update auth.sessions set reauthenticated_at = now(), updated_at = now() where id = $1', [id]);
}

const ENDED: Record<Scope, string> = {
  global: '$2::uuid is not null',
  local: 'id = $2',
  others: 'id <> $2',
};

/**
 * Ends a user's sessions, seen from one of them: all, this one, or all but this one. Their refresh tokens and the links that they asked for go
 * with them; where more than this one ends, codes that could open another go too.
 */
export async function endSessions(query: Query, { user_id, id }: Session, scope: Scope): Promise<void> {
  if (scope !== 'local') await lockUser(query, user_id); // a sign-in that is under way opens its session or its code first
  await query(`delete from auth.sessions where user_id = $1 and ${ENDED[scope]}`, [user_id, id]);
  if (scope !== 'local') await endFlows(query, user_id, scope === 'others' ? id : undefined);
}
