// Links an OpenID identity to the account of a session. Permissions are checked when the link begins, at the callback and at the exchange of the code.
import type { Query } from '#server/database/connections/pool.ts';
import { requireFreshSession, requireSecondFactor } from '../authentication.ts';
import type { AuthContext, Authenticated, UserContext } from '../context.ts';
import { AuthError, userBanned } from '../errors.ts';
import { replaceRefreshToken } from '../sessions/refresh-tokens.ts';
import { findSession, type IssuedSession, lockSession } from '../sessions/sessions.ts';
import { type AuthUser, findUser, findUserByIdentity, lockUser } from '../users.ts';
import { flowErrors, type LinkRequest, storeLinkingAccount } from './flows.ts';
import { putIdentity } from './identities.ts';
import type { ProviderAccount } from './provider-account.ts';

function requireLinkable(c: AuthContext, { user, session }: Authenticated): void {
  const { config } = c.var;
  if (!config.AUTH_MANUAL_LINKING || config.oidc.length === 0) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (user.is_sso_user) {
    throw new AuthError(422, 'user_sso_managed', 'The identities of an SSO account are managed by its provider');
  }
  requireSecondFactor({ user, session }, { to: 'link or unlink an identity' });
}

/** Requires a fresh session, since an identity opens the account. */
export function requireLinkingAllowed(
  c: UserContext | AuthContext,
  authenticated: Authenticated,
  action: 'Linking' | 'Unlinking',
): void {
  requireLinkable(c, authenticated);
  requireFreshSession(c, authenticated.session, `${action} an identity`);
}

/** The user and the session that requested the link; undefined where one of them no longer exists. */
async function findRequester(c: AuthContext, query: Query, link: LinkRequest): Promise<Authenticated | undefined> {
  const [user, session] = [await findUser(query, link.userId), await findSession(query, link.sessionId)];
  if (!user || session?.user_id !== user.id || session.is_expired) return undefined;
  if (user.is_banned) throw userBanned();
  requireLinkable(c, { user, session });
  return { user, session };
}

async function requireUnlinked(query: Query, userId: string, account: ProviderAccount): Promise<void> {
  const owner = await findUserByIdentity(query, account.provider, account.subject);
  if (owner) throw alreadyLinked(owner.id === userId ? '' : ' to another user');
}

const alreadyLinked = (where: string) =>
  new AuthError(422, 'identity_already_exists', `Identity is already linked${where}`);

/** At the callback: stores the identity until the browser that began the link exchanges its code with the verifier. */
export async function storeLink(
  c: AuthContext,
  query: Query,
  flow: { id: string; link: LinkRequest },
  account: ProviderAccount,
): Promise<AuthUser> {
  await lockUser(query, flow.link.userId);
  await lockSession(query, flow.link.sessionId);
  const requester = await findRequester(c, query, flow.link);
  if (!requester) throw flowErrors.not_found();
  await requireUnlinked(query, requester.user.id, account);
  await storeLinkingAccount(query, flow.id, account);
  return requester.user;
}

/**
 * Links the identity and continues the session that requested it. Undefined where the session has ended or its refresh
 * tokens were revoked. The session is locked.
 */
export async function linkIdentity(
  c: AuthContext,
  query: Query,
  link: LinkRequest,
  account: ProviderAccount,
): Promise<IssuedSession | undefined> {
  const requester = await findRequester(c, query, link);
  const refreshToken = requester && (await replaceRefreshToken(query, requester.session));
  if (!refreshToken) return undefined;
  await requireUnlinked(query, link.userId, account);
  if (!(await putIdentity(query, link.userId, account))) throw alreadyLinked(' to another user');
  const user = await findUser(query, link.userId);
  return user && { user, session: requester.session, refreshToken };
}
