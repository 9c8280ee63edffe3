// Reauthentication with the current password or an emailed code, before credentials change in an old session.
import { reauthentication } from '#server/mail/email-templates.ts';
import { requireSecondFactor } from '../authentication.ts';
import type { Authenticated, UserContext } from '../context.ts';
import { consumeCode, issueToken } from '../email/one-time-tokens.ts';
import { limitEmails, sendEmails } from '../email/verification-email.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { codeLimits, passwordLimit, requireAttempts, returnAttempts } from '../rate-limits.ts';
import { recordReauthentication } from '../sessions/sessions.ts';
import { type AuthUser, recordSent } from '../users.ts';
import { verifyPassword } from './passwords.ts';

/** GET /reauthenticate: emails a code to the user. */
export async function reauthenticate(c: UserContext): Promise<Response> {
  const { database, user } = c.var;
  requireSecondFactor(c.var, { to: 'reauthenticate' });
  const { id, email } = user;
  if (!email) throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  await limitEmails(c, 'reauthentication', email);
  const { code } = await database.transaction(async (query) => {
    await recordSent(query, id, 'reauthentication_sent_at');
    return issueToken(query, { userId: id, type: 'reauthentication_token', email });
  });
  await sendEmails(c, [reauthentication({ to: email, code })]);
  return c.json({});
}

export type ReauthenticationBody = { current_password: string | undefined; nonce: string | undefined };

/** Verifies the given password and code, and makes the session fresh. False where neither is given. */
export async function isReauthenticated(c: UserContext, body: ReauthenticationBody): Promise<boolean> {
  const { current_password: current, nonce } = body;
  if (current !== undefined) await requireCurrentPassword(c, current, c.var.user);
  if (nonce) await requireNonce(c, nonce, c.var);
  if (current === undefined && !nonce) return false;
  await recordReauthentication(c.var.database.query, c.var.session.id);
  return true;
}

async function requireCurrentPassword(c: UserContext, current: string, user: AuthUser): Promise<void> {
  const limits = [passwordLimit(c.var.config, user.email ?? user.id)];
  await requireAttempts(c, limits);
  if (!(await verifyPassword(current, user.encrypted_password, user.id))) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
  }
  await returnAttempts(c.var.database.query, limits);
}

async function requireNonce(c: UserContext, nonce: string, { user, session }: Authenticated): Promise<void> {
  const { config, database } = c.var;
  const limits = codeLimits(c, `reauthentication ${user.id}`, session);
  await requireAttempts(c, limits);
  const isRight = await database.transaction(async (query) => {
    const token = await consumeCode(query, {
      email: user.email ?? '',
      code: nonce,
      types: ['reauthentication_token'],
      lifeSeconds: config.AUTH_MAIL_LIFE,
    });
    if (token?.user_id !== user.id) return false;
    await returnAttempts(query, limits);
    return true;
  });
  if (!isRight) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
