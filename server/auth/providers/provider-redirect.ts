// In charge of the end of a way over a provider: the page's address with a code for the browser that began it, or with the session itself.
import { clientOf } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import type { AuthContext, Dependencies } from '../context.ts';
import { AuthError } from '../errors.ts';
import { giveFlowCode } from '../flow-state.ts';
import { withAnswer, withCode } from '../redirects.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import type { User } from '../users.ts';
import { keepProviderTokens, type ProviderFlow } from './flows.ts';

export type Landing = {
  flow: ProviderFlow;
  user: User;
  method: 'oauth' | 'sso/saml';
  /** What the provider gave for itself. */
  tokens?: { accessToken: string; refreshToken: string | undefined };
};

export const flowRefusals = {
  used: () => new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used'),
  unknown: () => new AuthError(400, 'bad_oauth_state', 'OAuth state is unknown or has expired'),
};

/** In the transaction that has locked the account. */
export const land = (c: AuthContext, deps: Dependencies, query: Query, landing: Landing): Promise<string> =>
  landing.flow.isPkce ? landWithCode(query, landing) : landWithSession(c, deps, query, landing);

async function landWithCode(query: Query, { flow, user, tokens }: Landing): Promise<string> {
  if (tokens) await keepProviderTokens(query, flow.id, tokens);
  const code = await giveFlowCode(query, flow.id, user.id);
  if (!code) throw flowRefusals.unknown();
  return withCode(flow.redirectTo, code);
}

async function landWithSession(
  c: AuthContext,
  deps: Dependencies,
  query: Query,
  { flow, user, method, tokens }: Landing,
): Promise<string> {
  const client = clientOf(c, deps.config.TRUST_PROXY);
  const grant = await signIn(query, { account: user, method, client });
  if (!grant) throw new AuthError(409, 'conflict', 'The account has just changed; sign in once more');
  const { user: _, ...session } = await sessionAnswer(deps, grant);
  const members = {
    ...session,
    ...(tokens && { provider_token: tokens.accessToken }),
    ...(tokens?.refreshToken && { provider_refresh_token: tokens.refreshToken }),
  };
  return withAnswer(
    flow.redirectTo,
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)])),
  );
}
