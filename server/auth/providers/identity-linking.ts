// Links OpenID identities to the account of a session, and unlinks them. Permissions are checked when the link begins, at the callback and at the exchange of the code.
import type { Query } from '#server/database/connections/pool.ts';
import { isUuid, requireFreshSession, requireSecondFactor } from '../authentication.ts';
import type { AuthContext, Authenticated, UserContext } from '../context.ts';
import { changeEmail, discardPending } from '../email/email-ownership.ts';
import { AuthError, userBanned } from '../errors.ts';
import { findSession, type IssuedSession, lockSession, replaceRefreshToken } from '../sessions/sessions.ts';
import { type AuthUser, findUser, findUserByEmail, findUserByIdentity, lockUser } from '../users.ts';
import { flowErrors, type LinkRequest, storeLinkingAccount } from './flows.ts';
import { type ProviderAccount, putIdentity, updateProviders } from './identities.ts';

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
export function requireLinkingAllowed(c: AuthContext, requester: Authenticated, action: 'Linking' | 'Unlinking'): void {
  requireLinkable(c, requester);
  requireFreshSession(c, requester.session, `${action} an identity`);
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

/** DELETE /user/identities/{id}. The account keeps its password, and changes its email to a verified one only. */
export async function unlinkIdentity(c: UserContext): Promise<Response> {
  const { database, user } = c.var;
  requireLinkingAllowed(c, c.var, 'Unlinking');
  const id = c.req.param('id');
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
  await database.transaction((query) => unlink(query, user.id, id));
  return c.json({});
}

const notDeletable = (code: string, message: string) => new AuthError(422, code, message);

/** The account keeps an email that another identity has; otherwise it gets the oldest verified one that remains. */
async function unlink(query: Query, userId: string, identityId: string): Promise<void> {
  const user = await lockUser(query, userId);
  const identity = user?.identities.find(({ identity_id: id }) => id === identityId);
  if (!user || !identity) throw notDeletable('identity_not_found', "Identity doesn't exist");
  const others = user.identities.filter((other) => other !== identity);
  if (others.length === 0) {
    throw notDeletable('single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
  }
  if (identity.provider === 'email' && user.encrypted_password) {
    const message = 'The email identity of an account with a password cannot be unlinked';
    throw notDeletable('email_identity_not_deletable', message);
  }
  if (!others.some(({ email }) => email === user.email)) await switchToVerifiedEmail(query, user, others);
  await query('delete from auth.identities where id = $1', [identityId]);
  await updateProviders(query, userId);
}

async function switchToVerifiedEmail(query: Query, user: AuthUser, identities: AuthUser['identities']): Promise<void> {
  const emailConflict = (reason: string) =>
    notDeletable('email_conflict_identity_not_deletable', `Unable to unlink identity${reason}`);
  const email = identities.find(({ email, identity_data: data }) => email && data.email_verified === true)?.email;
  if (!email) throw emailConflict(': no other identity has a verified email address');
  if (await findUserByEmail(query, email)) throw emailConflict(' due to email conflict');
  await changeEmail(query, user.id, email);
  await discardPending(query, user.id);
}
