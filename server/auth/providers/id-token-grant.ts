// POST /token?grant_type=id_token: signs in, or links an identity, with an ID token that the client received from a provider.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { authenticate } from '../authentication.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, accountChanged, OAuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { type IssuedSession, lockSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { lockUser } from '../users.ts';
import { signInWithProvider } from './account-linking.ts';
import type { ProviderAccount } from './identities.ts';
import { linkIdentity, requireLinkingAllowed } from './identity-linking.ts';
import type { OpenIdProvider } from './openid.ts';

const IdToken = z.object({
  id_token: text,
  provider: text,
  client_id: text,
  issuer: text,
  nonce: text,
  link_identity: z.boolean().nullish(),
});
type IdToken = z.output<typeof IdToken>;

export async function grantByIdToken(c: AuthContext): Promise<Response> {
  const body = await readBody(c, IdToken);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  }
  const account = await readAccount(c, requireProvider(c, body), body);
  const issued = await (body.link_identity ? link(c, account) : signInWithAccount(c, account));
  return c.json(await sessionResponse(c, issued));
}

async function signInWithAccount(c: AuthContext, account: ProviderAccount): Promise<IssuedSession> {
  const { client } = c.var;
  const issued = await signInWithProvider(c, { account, redirectTo: redirectTarget(c) }, (query, user) =>
    signIn(query, { account: user, method: 'oauth', client }),
  );
  if (!issued) throw accountChanged();
  return issued;
}

async function link(c: AuthContext, account: ProviderAccount): Promise<IssuedSession> {
  const { user, session } = await authenticate(c);
  requireLinkingAllowed(c, { user, session }, 'Linking');
  const issued = await c.var.database.transaction(async (query) => {
    await lockUser(query, user.id);
    await lockSession(query, session.id);
    return linkIdentity(c, query, { userId: user.id, sessionId: session.id }, account);
  });
  if (!issued) throw sessionNotFound();
  return issued;
}

function requireProvider(c: AuthContext, { provider: name, client_id: clientId, issuer }: IdToken): OpenIdProvider {
  const { openIdProviders } = c.var;
  if (name?.startsWith('custom:')) throw validationFailed(`Custom OIDC provider ${JSON.stringify(name)} not allowed`);
  const provider = name
    ? openIdProviders.get(name)
    : [...openIdProviders.values()].find((one) => one.issuer === issuer && one.clientIds.includes(clientId ?? ''));
  if (!provider) {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(issuer ?? name)}) is not enabled`);
  }
  return provider;
}

async function readAccount(c: AuthContext, provider: OpenIdProvider, body: IdToken): Promise<ProviderAccount> {
  const { account, audience, nonce } = await provider.readIdToken(body.id_token ?? '').catch((error: Error) => {
    c.var.log.debug({ msg: 'ID token rejected', provider: provider.name, reason: error.message });
    throw new OAuthError('invalid request', 'Bad ID token');
  });
  if (!audience.some((one) => provider.clientIds.includes(one))) {
    throw new OAuthError('invalid request', `Unacceptable audience in id_token: [${audience.join(' ')}]`);
  }
  requireNonce(body.nonce, nonce);
  return account;
}

/** The token contains the hash of the client's nonce, so that an intercepted token is useless. */
function requireNonce(nonce: string | undefined, hashInToken: string | undefined): void {
  if (Boolean(nonce) !== Boolean(hashInToken)) {
    throw new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce && createHash('sha256').update(nonce).digest('hex') !== hashInToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
