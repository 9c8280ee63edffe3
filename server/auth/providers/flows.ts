// Flows through a provider (`auth.flow_state`): what is stored while the browser is at the provider. Each flow is resumed once.
import { randomUUID } from 'node:crypto';
import type { Query } from '#server/database/connections/pool.ts';
import { clientNetwork } from '#server/http/client.ts';
import { isUuid } from '../authentication.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, tooManyRequests } from '../errors.ts';
import { type CodeChallenge, type FlowMethod, sweepFlows } from '../flow-state.ts';
import { hashSubject } from '../rate-limits.ts';
import type { ProviderAccount } from './identities.ts';

/** Long enough for a password and a second factor at the provider. */
const FLOW_SECONDS = 900;

export type LinkRequest = { userId: string; sessionId: string };

export type NewProviderFlow = {
  provider: string;
  method: FlowMethod;
  redirectTo: string;
  /** The secret between this server and the provider. */
  verifier: string;
  challenge: CodeChallenge | undefined;
  /** The account and the session that request an identity link; undefined for a sign-in. */
  link: LinkRequest | undefined;
};

/** Returns the flow's id, which is the state parameter. Throws over_request_rate_limit for a client with too many unfinished flows. */
export async function createProviderFlow(c: AuthContext, query: Query, flow: NewProviderFlow): Promise<string> {
  await sweepFlows(query);
  const id = randomUUID();
  const { rowCount } = await query(
    `insert into auth.flow_state (id, provider_type, authentication_method, referrer, provider_code_verifier,
       code_challenge, code_challenge_method, linking_target_id, linking_session_id, begun_by, created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now()
     where (
       select count(*) from auth.flow_state
       where begun_by = $10 and provider_code_verifier is not null and created_at > now() - make_interval(secs => $11)
     ) < $12`,
    [
      id,
      flow.provider,
      flow.method,
      flow.redirectTo,
      flow.verifier,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.link?.userId ?? null,
      flow.link?.sessionId ?? null,
      hashSubject(clientNetwork(c.var.client)),
      FLOW_SECONDS,
      c.var.config.AUTH_RATE_FLOWS,
    ],
  );
  if (rowCount !== 1) throw tooManyRequests();
  return id;
}

export type ProviderFlow = {
  id: string;
  provider: string;
  redirectTo: string;
  verifier: string;
  link: LinkRequest | null;
  /** Whether it ends in a code for the browser that began it instead of a session. */
  isPkce: boolean;
};

export const flowErrors = {
  already_used: () => new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used'),
  not_found: () => new AuthError(400, 'bad_oauth_state', 'OAuth state is unknown or has expired'),
};

/** Returns the flow once and deletes its secret. Throws one of `errors` for an unknown, expired or used state. */
export async function resumeProviderFlow(
  c: AuthContext,
  state: string | undefined,
  errors = flowErrors,
): Promise<ProviderFlow> {
  if (!isUuid(state)) throw errors.not_found();
  return c.var.database.transaction((query) => takeFlow(query, state, errors));
}

async function takeFlow(query: Query, id: string, errors: typeof flowErrors): Promise<ProviderFlow> {
  const { rows } = await query<Omit<ProviderFlow, 'verifier'> & { verifier: string | null; is_expired: boolean }>(
    `select id, provider_type as provider, referrer as "redirectTo", provider_code_verifier as verifier,
       case when linking_target_id is not null
         then json_build_object('userId', linking_target_id, 'sessionId', linking_session_id) end as link,
       code_challenge is not null as "isPkce",
       created_at < now() - make_interval(secs => $2) as is_expired
     from auth.flow_state where id = $1 and provider_type <> 'email' for update`,
    [id, FLOW_SECONDS],
  );
  const [flow] = rows;
  if (!flow || flow.is_expired) throw errors.not_found();
  if (flow.verifier === null) throw errors.already_used();
  await query('update auth.flow_state set provider_code_verifier = null, updated_at = now() where id = $1', [id]);
  return { ...flow, verifier: flow.verifier };
}

/** Stores the identity to link until the code is exchanged. */
export async function storeLinkingAccount(query: Query, id: string, account: ProviderAccount): Promise<void> {
  await query('update auth.flow_state set linking_account = $2 where id = $1', [id, account]);
}

export type ProviderTokens = { accessToken: string; refreshToken: string | undefined };

/** Stores the provider's tokens until the code is exchanged. */
export async function storeProviderTokens(query: Query, id: string, tokens: ProviderTokens): Promise<void> {
  await query('update auth.flow_state set provider_access_token = $2, provider_refresh_token = $3 where id = $1', [
    id,
    tokens.accessToken,
    tokens.refreshToken ?? null,
  ]);
}
