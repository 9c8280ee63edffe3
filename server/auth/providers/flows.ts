// Flows that lead over a provider (`auth.flow_state`): what is stored while the browser is away, and that it comes back once.
import { randomUUID } from 'node:crypto';
import type { Query } from '#server/database/pool.ts';
import { type Challenge, type FlowMethod, sweepFlows } from '../flow-state.ts';
import { hashParty } from '../rate-limits.ts';
import type { ProviderAccount } from './provider-account.ts';

/** Whoever is asked for a password and a second factor elsewhere may take so long. */
const AWAY_SECONDS = 900;

export type LinkRequest = { userId: string; sessionId: string };

export type NewProviderFlow = {
  provider: string;
  provedBy: FlowMethod;
  redirectTo: string;
  /** The secret of our own flow with the provider. */
  verifier: string;
  challenge: Challenge | undefined;
  /** The account and the session that ask to be linked with the provider's; undefined for a sign-in. */
  link: LinkRequest | undefined;
  /** The client that begins it, and how many unfinished flows one client may have. */
  begunBy: { party: string; mayHave: number };
};

/** Its id is the state that the browser carries; undefined where the client has too many unfinished flows. */
export async function beginProviderFlow(query: Query, flow: NewProviderFlow): Promise<string | undefined> {
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
      flow.provedBy,
      flow.redirectTo,
      flow.verifier,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.link?.userId ?? null,
      flow.link?.sessionId ?? null,
      hashParty(flow.begunBy.party),
      AWAY_SECONDS,
      flow.begunBy.mayHave,
    ],
  );
  return rowCount === 1 ? id : undefined;
}

export type ProviderFlow = {
  id: string;
  provider: string;
  redirectTo: string;
  verifier: string;
  link: LinkRequest | null;
  /** Whether it ends in a code for the browser that began it, not in a session. */
  isPkce: boolean;
};

export type Taken = { outcome: 'taken'; flow: ProviderFlow } | { outcome: 'unknown' | 'used' };

/** Takes the flow up again, once: what was used keeps no secret. */
export async function takeProviderFlow(query: Query, id: string): Promise<Taken> {
  const { rows } = await query<Omit<ProviderFlow, 'verifier'> & { verifier: string | null; is_expired: boolean }>(
    `select id, provider_type as provider, referrer as "redirectTo", provider_code_verifier as verifier,
       case when linking_target_id is not null
         then json_build_object('userId', linking_target_id, 'sessionId', linking_session_id) end as link,
       code_challenge is not null as "isPkce",
       created_at < now() - make_interval(secs => $2) as is_expired
     from auth.flow_state where id = $1 and provider_type <> 'email' for update`,
    [id, AWAY_SECONDS],
  );
  const [flow] = rows;
  if (!flow || flow.is_expired) return { outcome: 'unknown' };
  if (flow.verifier === null) return { outcome: 'used' };
  await query('update auth.flow_state set provider_code_verifier = null, updated_at = now() where id = $1', [id]);
  return { outcome: 'taken', flow: { ...flow, verifier: flow.verifier } };
}

/** Stores the provider's account until the browser that asked for the link exchanges its code. */
export async function keepLinkingAccount(query: Query, id: string, account: ProviderAccount): Promise<void> {
  await query('update auth.flow_state set linking_account = $2 where id = $1', [id, account]);
}

/** Keeps what the provider gave until the flow's own browser fetches it with its code. */
export async function keepProviderTokens(
  query: Query,
  id: string,
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string | undefined },
): Promise<void> {
  await query('update auth.flow_state set provider_access_token = $2, provider_refresh_token = $3 where id = $1', [
    id,
    accessToken,
    refreshToken ?? null,
  ]);
}
