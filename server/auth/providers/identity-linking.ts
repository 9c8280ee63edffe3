// Links a provider's account to the account of a session: who may, checked when the link begins, at the callback and at the exchange of its code.
import type { Query } from '#server/database/pool.ts';
import type { Dependencies } from '../context.ts';
import { AuthError, userBanned } from '../errors.ts';
import { requireFreshSession } from '../password/reauthentication.ts';
import { requireSecondFactor, type SignedIn } from '../second-factor.ts';
import { type Grant, renewRefreshToken } from '../sessions/refresh-tokens.ts';
import { findSession, lockSession } from '../sessions/sessions.ts';
import { findUser, findUserByIdentity, lockUser, type User } from '../users.ts';
import { addIdentity } from './account-linking.ts';
import { keepLinkingAccount, type LinkRequest } from './flows.ts';
import type { ProviderAccount } from './provider-account.ts';
import { flowRefusals } from './provider-redirect.ts';

/** Whether identities of this account may be linked and unlinked in this session at all. */
function requireMayLink({ config }: Dependencies, { user, session }: SignedIn): void {
  if (!config.AUTH_MANUAL_LINKING || config.oidc.length === 0) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (user.is_sso_user) {
    throw new AuthError(422, 'user_sso_managed', 'The identities of an SSO account are managed by its provider');
  }
  requireSecondFactor({ user, session }, { to: 'link or unlink an identity' });
}

/** What opens the account is changed in a fresh session only. */
export function requireLinking(deps: Dependencies, signedIn: SignedIn, what: 'Linking' | 'Unlinking'): void {
  requireMayLink(deps, signedIn);
  requireFreshSession(deps, signedIn.session, `${what} an identity`);
}

/** The user and the session that asked for a link, as they are now; undefined where one of them is gone. */
async function findLinking(deps: Dependencies, query: Query, link: LinkRequest): Promise<SignedIn | undefined> {
  const [user, session] = [await findUser(query, link.userId), await findSession(query, link.sessionId)];
  if (!user || session?.user_id !== user.id || session.is_expired) return undefined;
  if (user.is_banned) throw userBanned();
  requireMayLink(deps, { user, session });
  return { user, session };
}

async function requireUnlinked(query: Query, userId: string, account: ProviderAccount): Promise<void> {
  const owner = await findUserByIdentity(query, account.provider, account.subject);
  if (owner) throw alreadyLinked(owner.id === userId ? '' : ' to another user');
}

const alreadyLinked = (where: string) =>
  new AuthError(422, 'identity_already_exists', `Identity is already linked${where}`);

/** At the callback: stores the provider's account for the browser that began; whoever else was sent the link has not its verifier. */
export async function holdLink(
  deps: Dependencies,
  query: Query,
  flow: { id: string; link: LinkRequest },
  account: ProviderAccount,
): Promise<User> {
  await lockUser(query, flow.link.userId);
  await lockSession(query, flow.link.sessionId);
  const linking = await findLinking(deps, query, flow.link);
  if (!linking) throw flowRefusals.unknown();
  await requireUnlinked(query, linking.user.id, account);
  await keepLinkingAccount(query, flow.id, account);
  return linking.user;
}

/** Links the account; the session that asked for it goes on. Undefined where it has ended, or lost its refresh tokens. The session is locked. */
export async function linkAccount(
  deps: Dependencies,
  query: Query,
  link: LinkRequest,
  account: ProviderAccount,
): Promise<Grant | undefined> {
  const linking = await findLinking(deps, query, link);
  const refreshToken = linking && (await renewRefreshToken(query, linking.session));
  if (!refreshToken) return undefined;
  await requireUnlinked(query, link.userId, account);
  if (!(await addIdentity(query, link.userId, account))) throw alreadyLinked(' to another user');
  const user = await findUser(query, link.userId);
  return user && { user, session: linking.session, refreshToken };
}
