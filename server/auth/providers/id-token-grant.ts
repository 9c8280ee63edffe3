// In charge of signing in by an ID token that somebody got from a provider by themselves, or of adding that provider to their account.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { clientOf } from '#server/client.ts';
import { requireUser } from '../authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { AuthError, OAuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import type { Grant } from '../sessions/refresh-tokens.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { lockSession } from '../sessions/sessions.ts';
import { signIn } from '../sessions/sign-in.ts';
import { lockUser } from '../users.ts';
import { linkAccount, requireLinking } from './identity-linking.ts';
import { requireJoined } from './joining-errors.ts';
import type { OpenIdProvider } from './openid.ts';
import type { ProviderAccount } from './provider-account.ts';

const IdToken = z.object({
  id_token: text,
  provider: text,
  client_id: text,
  issuer: text,
  nonce: text,
  link_identity: z.boolean().nullish(),
});
type IdToken = z.output<typeof IdToken>;

export const grantByIdToken =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const body = await readBody(c, IdToken);
    if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
    if (!body.provider && !(body.client_id && body.issuer)) {
      throw new OAuthError('invalid request', 'provider or client_id and issuer required');
    }
    const account = await readAccount(deps, requireProvider(deps, body), body);
    const grant = await (body.link_identity ? link(c, deps, account) : join(c, deps, account));
    return c.json(await sessionAnswer(deps, grant));
  };

async function join(c: AuthContext, deps: Dependencies, account: ProviderAccount): Promise<Grant> {
  const redirectTo = redirectTarget(c, deps.config);
  const client = clientOf(c, deps.config.TRUST_PROXY);
  const grant = await requireJoined(deps, { account, redirectTo }, (query, user) =>
    signIn(query, { account: user, method: 'oauth', client }),
  );
  if (!grant) throw new AuthError(409, 'conflict', 'The account has just changed; sign in once more');
  return grant;
}

async function link(c: AuthContext, deps: Dependencies, account: ProviderAccount): Promise<Grant> {
  const { user, session } = await requireUser(c, deps);
  requireLinking(deps, { user, session }, 'Linking');
  const grant = await deps.database.transaction(async (query) => {
    await lockUser(query, user.id);
    await lockSession(query, session.id);
    return linkAccount(deps, query, { userId: user.id, sessionId: session.id }, account);
  });
  if (!grant) throw sessionNotFound();
  return grant;
}

function requireProvider(
  { providers }: Dependencies,
  { provider: name, client_id: clientId, issuer }: IdToken,
): OpenIdProvider {
  if (name?.startsWith('custom:')) throw validationFailed(`Custom OIDC provider ${JSON.stringify(name)} not allowed`);
  const provider = name
    ? providers.get(name)
    : [...providers.values()].find((one) => one.issuer === issuer && one.clientIds.includes(clientId ?? ''));
  if (!provider) {
    throw new AuthError(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(issuer ?? name)}) is not enabled`);
  }
  return provider;
}

async function readAccount({ log }: Dependencies, provider: OpenIdProvider, body: IdToken): Promise<ProviderAccount> {
  const { account, audience, nonce } = await provider.readIdToken(body.id_token ?? '').catch((error: Error) => {
    log.debug({ msg: 'an ID token was refused', provider: provider.name, reason: error.message });
    throw new OAuthError('invalid request', 'Bad ID token');
  });
  if (!audience.some((one) => provider.clientIds.includes(one))) {
    throw new OAuthError('invalid request', `Unacceptable audience in id_token: [${audience.join(' ')}]`);
  }
  requireNonce(body.nonce, nonce);
  return account;
}

/** The token holds the hash of what its owner made up, so that a token that was seen on its way is of no use. */
function requireNonce(passed: string | undefined, held: string | undefined): void {
  if (Boolean(passed) !== Boolean(held)) {
    throw new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (passed && createHash('sha256').update(passed).digest('hex') !== held) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
