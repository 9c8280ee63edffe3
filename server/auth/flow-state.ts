// PKCE and provider flows (`auth.flow_state`): creates and ends them, issues and exchanges their codes.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Query } from '../database/connections/pool.ts';
import { AuthError } from './errors.ts';
import type { ProviderAccount } from './providers/identities.ts';

/** How the user authenticates in a flow, in GoTrue's terms. */
export type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite' | 'oauth' | 'sso/saml';

export type CodeChallenge = { challenge: string; method: 's256' | 'plain' };

const CODE_SECONDS = 300;

/** Deletes expired flows: an email's link lives a day, a provider's flow 15 minutes and its code 5 more. More are deleted than created. */
export const sweepFlows = (query: Query) =>
  query(
    `delete from auth.flow_state where id = any (
       array(select id from auth.flow_state where created_at < now() - interval '2 days' limit 10 for update skip locked)
       || array(
         select id from auth.flow_state where provider_type <> 'email' and created_at < now() - interval '30 minutes'
         limit 10 for update skip locked))`,
  );

export type NewFlow = { challenge: CodeChallenge; method: FlowMethod };

/** Creates a flow that an email continues; returns its id. */
export async function createEmailFlow(query: Query, userId: string, { challenge, method }: NewFlow): Promise<string> {
  await sweepFlows(query);
  const id = randomUUID();
  await query(
    `insert into auth.flow_state (id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, now(), now())`,
    [id, userId, challenge.challenge, challenge.method, method],
  );
  return id;
}

/** The code that ends a flow of this user; undefined where the flow has ended. */
export async function issueFlowCode(query: Query, flowId: string, userId: string): Promise<string | undefined> {
  const code = randomUUID();
  const { rowCount } = await query(
    `update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = clock_timestamp(), updated_at = now() where id = $1`,
    [flowId, userId, code],
  );
  return rowCount === 1 ? code : undefined;
}

/** Deletes the user's flows that need no further email: issued codes and identity links, except the links of one session. */
export const endFlows = (query: Query, userId: string, exceptSession?: string) =>
  query(
    `delete from auth.flow_state
     where (user_id = $1 and auth_code is not null or linking_target_id = $1)
       and (linking_session_id is null or linking_session_id is distinct from $2)`,
    [userId, exceptSession ?? null],
  );

/** Deletes all flows of the user but one. */
export const endAllFlows = (query: Query, userId: string, exceptFlow: string | null) =>
  query('delete from auth.flow_state where (user_id = $1 or linking_target_id = $1) and id is distinct from $2::uuid', [
    userId,
    exceptFlow,
  ]);

export type CompletedFlow = {
  user_id: string;
  method: FlowMethod;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  /** The session that requested an identity link, and the provider's account to link. */
  link: { sessionId: string; account: ProviderAccount } | null;
};

export const flowNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

/** Exchanges a code for its flow, which is deleted; with a wrong verifier it throws, and the flow stays. */
export async function exchangeFlowCode(query: Query, code: string, verifier: string): Promise<CompletedFlow> {
  await lockOwners(query, code);
  const { rows } = await query<
    CompletedFlow & { id: string; is_expired: boolean; challenge: string; challenge_method: string }
  >(
    `select id, user_id, authentication_method as method, provider_access_token, provider_refresh_token,
       case when linking_session_id is not null
         then json_build_object('sessionId', linking_session_id, 'account', linking_account) end as link,
       code_challenge as challenge, code_challenge_method as challenge_method,
       coalesce(auth_code_issued_at, created_at) < clock_timestamp() - make_interval(secs => $2) as is_expired
     from auth.flow_state where auth_code = $1 and user_id is not null and code_challenge is not null for update`,
    [code, CODE_SECONDS],
  );
  const [flow] = rows;
  if (!flow) throw flowNotFound();
  if (flow.is_expired) throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
  if (!matchesChallenge(verifier, flow.challenge, flow.challenge_method)) {
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
  await query('delete from auth.flow_state where id = $1', [flow.id]);
  return flow;
}

/** Locks the user, then the session, then the flow: the order of everything that ends a flow, so no deadlock. */
async function lockOwners(query: Query, code: string): Promise<void> {
  const idFrom = (column: string) => `id = (select ${column} from auth.flow_state where auth_code = $1)`;
  await query(`select from auth.users where ${idFrom('user_id')} for no key update`, [code]);
  await query(`select from auth.sessions where ${idFrom('linking_session_id')} for update`, [code]);
}

function matchesChallenge(verifier: string, challenge: string, method: string): boolean {
  const computed = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [one, other] = [Buffer.from(computed), Buffer.from(challenge)];
  return one.length === other.length && timingSafeEqual(one, other);
}
