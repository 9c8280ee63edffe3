// In charge of GET and PUT /user: what a person sees and changes of their own account. Refuses what only an administrator may set.
import { z } from 'zod';
import type { Query } from '../database/pool.ts';
import type { EmailMessage } from '../mail/email-templates.ts';
import { requireUser } from './authentication.ts';
import type { AuthContext, Dependencies, Endpoint } from './context.ts';
import { emailFault, foldEmail } from './credentials.ts';
import { askChange } from './email/email-change.ts';
import { voidPending } from './email/email-ownership.ts';
import { limitLetters, sendLetters } from './email/verification-email.ts';
import { AuthError, userNotFound, validationFailed } from './errors.ts';
import { limitAddress } from './limits.ts';
import { requireFitPassword } from './password/fit-password.ts';
import { newPasswordHash } from './password/password-change.ts';
import { reauthenticated } from './password/reauthentication.ts';
import { challengeMembers, readChallenge } from './pkce.ts';
import { redirectTarget } from './redirects.ts';
import { readBody, text, userMetadata } from './request-body.ts';
import { requireSecondFactor } from './second-factor.ts';
import { endSessions, type Session } from './sessions/sessions.ts';
import { userObject } from './user-object.ts';
import { findUser, mergeUserMetadata, storePassword, type User } from './users.ts';

export const readUser =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { user } = await requireUser(c, deps);
    const audience = c.req.header('X-JWT-AUD');
    if (audience && audience !== user.aud) {
      throw validationFailed("Token audience doesn't match request audience");
    }
    return c.json(userObject(user));
  };

const Change = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: userMetadata,
  app_metadata: z.unknown().optional(),
  ...challengeMembers,
});
type Change = z.output<typeof Change>;

export const changeUser =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { config, database } = deps;
    await limitAddress(c, deps, { kind: 'user', perWindow: config.AUTH_RATE_SIGNUP });
    const { user, session } = await requireUser(c, deps);
    const change = await readBody(c, Change);
    const wanted = requireAllowed(change, user);
    const isOfCredentials = wanted !== undefined || change.password !== undefined;
    const to = isOfCredentials ? 'update email or password' : 'change the account';
    requireSecondFactor({ user, session }, { to, status: 401 });
    const { password, current_password: current, nonce } = change;
    const isReauthenticated = await reauthenticated(c, deps, { user, session }, { current, nonce });
    const hash =
      password === undefined ? undefined : await newPasswordHash(deps, { user, session, password, isReauthenticated });
    const writtenTo = wanted ? [user.email ?? user.id, wanted] : [];
    for (const address of writtenTo) await limitLetters(deps, 'email_change', address);

    const { changed, letters } = await database.transaction(async (query) => {
      if (hash) await setPassword(query, session, user, hash);
      if (change.data) await mergeUserMetadata(query, user.id, change.data);
      const written = wanted ? await askForChange(c, deps, query, { user, wanted, change }) : [];
      return { changed: await findUser(query, user.id), letters: written };
    });
    if (!changed) throw userNotFound();
    await sendLetters(deps, letters);
    return c.json(userObject(changed));
  };

/** The address to change to; undefined when it is to stay. */
function requireAllowed({ email, phone, password, app_metadata: appMetadata }: Change, user: User): string | undefined {
  const fault = email ? emailFault(email) : undefined;
  if (fault) throw validationFailed(fault);
  if (password !== undefined) requireFitPassword(password);
  if (appMetadata !== undefined && appMetadata !== null) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (phone && phone !== user.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  const wanted = email && foldEmail(email) !== user.email ? foldEmail(email) : undefined;
  if (user.is_sso_user && (wanted || password !== undefined)) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'Updating email, phone, password of a SSO account only possible via SSO',
    );
  }
  return wanted;
}

/** Whoever had got in by the old password, or could by a letter that is under way, is out. */
async function setPassword(query: Query, session: Session, user: User, hash: string): Promise<void> {
  await storePassword(query, user.id, hash);
  await endSessions(query, session, 'others');
  await voidPending(query, user.id);
}

async function askForChange(
  c: AuthContext,
  deps: Dependencies,
  query: Query,
  { user, wanted, change }: { user: User; wanted: string; change: Change },
): Promise<EmailMessage[]> {
  const redirectTo = redirectTarget(c, deps.config);
  return askChange(deps, query, { user, wanted, redirectTo, challenge: readChallenge(change) });
}
