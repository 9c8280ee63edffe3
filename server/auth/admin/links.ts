// POST /invite, which emails an invitation, and POST /admin/generate_link, which returns the link for an email that the caller sends.
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import { invitation } from '#server/mail/email-templates.ts';
import type { AuthContext } from '../context.ts';
import { requireEmail } from '../credentials.ts';
import type { Confirmed } from '../email/confirmations.ts';
import { storeEmailChange } from '../email/email-ownership.ts';
import { issueToken, type TokenType } from '../email/one-time-tokens.ts';
import { createVerification, sendEmails, verificationLink } from '../email/verification-email.ts';
import { AuthError, emailExists, validationFailed } from '../errors.ts';
import { hashNewPassword } from '../password/passwords.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text, userMetadata } from '../request-body.ts';
import { mergeUserMetadata } from '../user-metadata.ts';
import { findUserByEmail, type Metadata, recordSent, userObject } from '../users.ts';
import { insertUser, requireManagedUser } from './manage-users.ts';

const Invitation = z.object({ email: text, data: userMetadata });

export async function inviteUser(c: AuthContext): Promise<Response> {
  const body = await readBody(c, Invitation);
  const email = requireEmail(body.email);
  const redirectTo = redirectTarget(c);
  const { user, verification } = await c.var.database.transaction(async (query) => {
    const userId = await findOrCreateInvited(query, email, body.data);
    const request = { userId, type: 'confirmation_token', email, linkType: 'invite', redirectTo } as const;
    const verification = await createVerification(c, query, request);
    return { verification, user: await requireManagedUser(query, userId) };
  });
  await sendEmails(c, [invitation(verification)]);
  return c.json(userObject(user));
}

/** Returns the user's id. Accepting the invitation removes what an earlier sign-up has set, including its confirmation email. */
async function findOrCreateInvited(query: Query, email: string, data: Metadata | undefined): Promise<string> {
  const existing = await findUserByEmail(query, email);
  if (existing?.email_confirmed_at) throw emailExists();
  const id = existing?.id ?? (await insertUser(query, email, { userMetadata: data }));
  await query(
    'update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now() where id = $1',
    [id],
  );
  return id;
}

const Link = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: userMetadata,
  redirect_to: text,
});
type Link = z.output<typeof Link>;

/** The token and the type parameter of each link. */
const LINKS: Record<string, { tokenType: TokenType; linkType: string }> = {
  signup: { tokenType: 'confirmation_token', linkType: 'signup' },
  invite: { tokenType: 'confirmation_token', linkType: 'invite' },
  recovery: { tokenType: 'recovery_token', linkType: 'recovery' },
  magiclink: { tokenType: 'recovery_token', linkType: 'magiclink' },
  email_change_current: { tokenType: 'email_change_token_current', linkType: 'email_change' },
  email_change_new: { tokenType: 'email_change_token_new', linkType: 'email_change' },
};

export async function createLink(c: AuthContext): Promise<Response> {
  const body = await readBody(c, Link);
  const kind = body.type && Object.hasOwn(LINKS, body.type) ? LINKS[body.type] : undefined;
  if (!kind) throw validationFailed(`Invalid email action link type requested: ${body.type ?? ''}`);
  const passwordHash = await newPasswordHash(body);
  const redirectTo = redirectTarget(c, body.redirect_to ?? c.req.query('redirect_to'));
  const { user, token } = await c.var.database.transaction(async (query) => {
    const { userId, email } = await prepareUser(query, body, passwordHash);
    const confirmed: Confirmed = { credential: passwordHash ? `password:${passwordHash}` : '' };
    const token = await issueToken(query, { userId, type: kind.tokenType, email, confirmed });
    return { token, user: await requireManagedUser(query, userId) };
  });
  return c.json({
    ...userObject(user),
    action_link: verificationLink(c, token, { linkType: kind.linkType, redirectTo }),
    email_otp: token.code,
    hashed_token: token.hash,
    verification_type: body.type,
    redirect_to: redirectTo,
  });
}

async function newPasswordHash({ type, password }: Link): Promise<string | undefined> {
  if (type !== 'signup') return undefined;
  if (!password) throw validationFailed('Signup requires a valid password');
  return hashNewPassword(password);
}

/** Finds or creates the user of a link. Returns the id and the email that the link verifies. */
async function prepareUser(
  query: Query,
  { type, email: typedEmail, new_email: newEmail, data }: Link,
  passwordHash: string | undefined,
): Promise<{ userId: string; email: string }> {
  const email = requireEmail(typedEmail);
  if (type === 'invite') return { userId: await findOrCreateInvited(query, email, data), email };
  const existing = await findUserByEmail(query, email);
  if (type === 'signup') {
    if (existing?.email_confirmed_at) throw emailExists();
    const userId = existing?.id ?? (await insertUser(query, email, { passwordHash, userMetadata: data }));
    if (existing && data) await mergeUserMetadata(query, userId, data);
    await recordSent(query, userId, 'confirmation_sent_at');
    return { userId, email };
  }
  if (!existing) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  const userId = existing.id;
  if (type === 'recovery' || type === 'magiclink') {
    await recordSent(query, userId, 'recovery_sent_at');
    return { userId, email };
  }
  const next = requireEmail(newEmail);
  if (await findUserByEmail(query, next)) throw emailExists();
  if (existing.email_change !== next) await storeEmailChange(query, userId, next);
  return { userId, email: type === 'email_change_new' ? next : email };
}
