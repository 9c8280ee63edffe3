// The URL that ends a flow through a provider: the page, with a code for the browser that began the flow or with the session.
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthContext } from '../context.ts';
import { accountChanged } from '../errors.ts';
import { issueFlowCode } from '../flow-state.ts';
import { withCode } from '../redirects.ts';
import { withSession } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import type { AuthUser } from '../users.ts';
import { flowErrors, type ProviderFlow, type ProviderTokens, storeProviderTokens } from './flows.ts';

export type FinishedFlow = {
  flow: ProviderFlow;
  user: AuthUser;
  method: 'oauth' | 'sso/saml';
  tokens?: ProviderTokens;
};

/** The URL of a finished flow. It is made in the transaction that has locked the account. */
export const providerRedirect = (c: AuthContext, query: Query, finished: FinishedFlow): Promise<string> =>
  finished.flow.isPkce ? codeUrl(query, finished) : sessionUrl(c, query, finished);

async function codeUrl(query: Query, { flow, user, tokens }: FinishedFlow): Promise<string> {
  if (tokens) await storeProviderTokens(query, flow.id, tokens);
  const code = await issueFlowCode(query, flow.id, user.id);
  if (!code) throw flowErrors.not_found();
  return withCode(flow.redirectTo, code);
}

async function sessionUrl(c: AuthContext, query: Query, { flow, user, method, tokens }: FinishedFlow): Promise<string> {
  const issued = await signIn(query, { account: user, method, client: c.var.client });
  if (!issued) throw accountChanged();
  return withSession(c, flow.redirectTo, issued, {
    provider_token: tokens?.accessToken,
    provider_refresh_token: tokens?.refreshToken,
  });
}
