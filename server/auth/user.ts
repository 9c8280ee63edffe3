// GET and PUT /user, the user's own account, and POST /logout.
import { z } from 'zod';
import { isPublicDemo } from '../config.ts';
import type { Query } from '../database/connections/pool.ts';
import { requireFreshSession, requireSecondFactor } from './authentication.ts';
import type { UserContext } from './context.ts';
import { requireOwnEmail } from './credentials.ts';
import { discardPending } from './email/email-ownership.ts';
import { limitEmails, requestEmailChange, sendEmails } from './email/verification-email.ts';
import { AuthError, validationFailed } from './errors.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './password/passwords.ts';
import { isReauthenticated } from './password/reauthentication.ts';
import { redirectTarget } from './redirects.ts';
import { challengeMembers, readBody, readChallenge, text, userMetadata } from './request-body.ts';
import { endSessions, isRecovery, type Session, type SignOutScope } from './sessions/sessions.ts';
import { mergeUserMetadata } from './user-metadata.ts';
import { type AuthUser, recordAs, requireUserById, storePassword, userObject } from './users.ts';

export function readUser(c: UserContext): Response {
  const { user } = c.var;
  const audience = c.req.header('X-JWT-AUD');
  if (audience && audience !== user.aud) throw validationFailed("Token audience doesn't match request audience");
  return c.json(userObject(user));
}

const UserChange = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: userMetadata,
  app_metadata: z.unknown().optional(),
  ...challengeMembers,
});
type UserChange = z.output<typeof UserChange>;

export async function updateUser(c: UserContext): Promise<Response> {
  const { database, user, session } = c.var;
  const change = await readBody(c, UserChange);
  const newEmail = requireAllowed(change, user);
  const changesCredentials = newEmail !== undefined || change.password !== undefined;
  const to = changesCredentials ? 'update email or password' : 'change the account';
  requireSecondFactor(c.var, { to, status: 401 });
  const passwordHash = await newPasswordHash(c, change.password, await isReauthenticated(c, change));
  const recipients = newEmail ? [user.email ?? user.id, newEmail] : [];
  for (const email of recipients) await limitEmails(c, 'email_change', email);

  const { changed, emails } = await database.transaction(async (query) => {
    if (passwordHash) await replacePassword(query, session, user, passwordHash);
    if (change.data) {
      await recordAs(query, user.id);
      await mergeUserMetadata(query, user.id, change.data);
    }
    const request = newEmail && { newEmail, redirectTo: redirectTarget(c), challenge: readChallenge(change) };
    const emails = request ? await requestEmailChange(c, query, user, request) : [];
    return { changed: await requireUserById(query, user.id), emails };
  });
  await sendEmails(c, emails);
  return c.json(userObject(changed));
}

/** The new email; undefined where it does not change. */
function requireAllowed(change: UserChange, user: AuthUser): string | undefined {
  const { email, phone, password, app_metadata: appMetadata } = change;
  const typedEmail = email ? requireOwnEmail(email) : undefined;
  if (password !== undefined) requireAcceptablePassword(password);
  if (appMetadata !== undefined && appMetadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (phone && phone !== user.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  const newEmail = typedEmail === user.email ? undefined : typedEmail;
  if (user.is_sso_user && (newEmail || password !== undefined)) {
    const message = 'Updating email, phone, password of a SSO account only possible via SSO';
    throw new AuthError(422, 'user_sso_managed', message);
  }
  return newEmail;
}

/** Requires a reauthentication or a fresh session; undefined without a new password. */
async function newPasswordHash(
  c: UserContext,
  password: string | undefined,
  reauthenticated: boolean,
): Promise<string | undefined> {
  const { config, user, session } = c.var;
  if (password === undefined) return undefined;
  if (!reauthenticated) {
    if (config.AUTH_REQUIRE_CURRENT_PASSWORD && user.encrypted_password && !isRecovery(session)) {
      throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
    }
    requireFreshSession(c, session, 'Password update');
  }
  if (await verifyPassword(password, user.encrypted_password, user.id)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password, user.id);
}

/** Ends what an attacker could have opened with the old password or a pending email. */
async function replacePassword(query: Query, session: Session, user: AuthUser, passwordHash: string): Promise<void> {
  await storePassword(query, user.id, passwordHash);
  await endSessions(query, session, 'others');
  await discardPending(query, user.id);
}

/** POST /logout */
export async function logout(c: UserContext): Promise<Response> {
  const { config, database, session } = c.var;
  const scope = isPublicDemo(config) ? 'local' : c.req.query('scope') || 'global'; // other sessions are those of other visitors
  if (!isSignOutScope(scope)) throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
  if (scope !== 'local') requireSecondFactor(c.var, { to: 'end other sessions', status: 422 });
  await database.transaction((query) => endSessions(query, session, scope));
  return c.body(null, 204);
}

const isSignOutScope = (scope: string): scope is SignOutScope =>
  scope === 'global' || scope === 'local' || scope === 'others';
