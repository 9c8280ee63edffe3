// PKCE and provider flows (`auth.flow_state`): begins and ends them, issues and exchanges their codes.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Query } from '../database/pool.ts';
import type { ProviderAccount } from './providers/provider-account.ts';

/** What the browser that begins a flow shows of its secret (RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' };

/** How a flow will have been proved, by GoTrue's names. */
export type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite' | 'oauth' | 'sso/saml';

/** A code may be traded for so long after it was given out. */
const CODE_LIFE_SECONDS = 300;

export type NewFlow = Challenge & { method: 's256' | 'plain'; provedBy: FlowMethod; userId?: string };

/**
 * Deletes flows that nobody can finish any more, more of them than begin: an email's lives a day at most, a provider's fifteen minutes, and
 * the code at the end five more.
 */
export async function sweepFlows(query: Query): Promise<void> {
  await query(
    `delete from auth.flow_state where id = any (
       array(select id from auth.flow_state where created_at < now() - interval '2 days' limit 10 for update skip locked)
       || array(
         select id from auth.flow_state where provider_type <> 'email' and created_at < now() - interval '30 minutes'
         limit 10 for update skip locked))`,
  );
}

/** Begins a flow whose letter is on its way; answers its id. */
export async function beginFlow(query: Query, { challenge, method, provedBy, userId }: NewFlow): Promise<string> {
  await sweepFlows(query);
  const id = randomUUID();
  await query(
    `insert into auth.flow_state (id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, now(), now())`,
    [id, userId ?? null, challenge, method, provedBy],
  );
  return id;
}

/** The code that ends a flow of this user; undefined when the flow is gone. */
export async function giveFlowCode(query: Query, flowId: string, userId: string): Promise<string | undefined> {
  const code = randomUUID();
  const { rowCount } = await query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = clock_timestamp(), updated_at = now() where id = $1`,
    [flowId, userId, code],
  );
  return rowCount === 1 ? code : undefined;
}

/** Ends the user's flows that need no email any more: codes that were issued, and links but those of one session. */
export async function endFlows(query: Query, userId: string, butOfSession?: string): Promise<void> {
  await query(
    `delete from auth.flow_state
     where (user_id = $1 and auth_code is not null or linking_target_id = $1)
       and (linking_session_id is null or linking_session_id is distinct from $2)`,
    [userId, butOfSession ?? null],
  );
}

/** Ends all flows of the user, but the one that is being finished. */
export async function endAllFlows(query: Query, userId: string, butFlow: string | null): Promise<void> {
  await query(
    'delete from auth.flow_state where (user_id = $1 or linking_target_id = $1) and id is distinct from $2::uuid',
    [userId, butFlow],
  );
}

export type EndedFlow = {
  user_id: string;
  provedBy: FlowMethod;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  /** The session that asked for a link, and the provider's account that waits to be linked. */
  link: { sessionId: string; account: ProviderAccount } | null;
};

export type Trade = { outcome: 'traded'; flow: EndedFlow } | { outcome: 'unknown' | 'expired' | 'wrong verifier' };

/** Locks in the order of whatever ends a flow, so that the two never wait for each other: the user, the session, then the flow. */
async function lockOwners(query: Query, code: string): Promise<void> {
  const of = (column: string) => `id = (select ${column} from auth.flow_state where auth_code = $1)`;
  await query(`select from auth.users where ${of('user_id')} for no key update`, [code]);
  await query(`select from auth.sessions where ${of('linking_session_id')} for update`, [code]);
}

/** Exchanges a code for its flow, which is deleted; without the right verifier the flow stays. */
export async function tradeFlowCode(query: Query, code: string, verifier: string): Promise<Trade> {
  await lockOwners(query, code);
  const { rows } = await query<EndedFlow & { id: string; is_expired: boolean; challenge: string; method: string }>(
    `select id, user_id, authentication_method as "provedBy", provider_access_token, provider_refresh_token,
       case when linking_session_id is not null
         then json_build_object('sessionId', linking_session_id, 'account', linking_account) end as link,
       code_challenge as challenge, code_challenge_method as method,
       coalesce(auth_code_issued_at, created_at) < clock_timestamp() - make_interval(secs => $2) as is_expired
     from auth.flow_state where auth_code = $1 and user_id is not null and code_challenge is not null for update`,
    [code, CODE_LIFE_SECONDS],
  );
  const [flow] = rows;
  if (!flow) return { outcome: 'unknown' };
  if (flow.is_expired) return { outcome: 'expired' };
  if (!isAnswer(verifier, flow)) return { outcome: 'wrong verifier' };
  await query('delete from auth.flow_state where id = $1', [flow.id]);
  return { outcome: 'traded', flow };
}

function isAnswer(verifier: string, { challenge, method }: { challenge: string; method: string }): boolean {
  const shown = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [one, other] = [Buffer.from(shown), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}
