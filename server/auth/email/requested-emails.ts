// POST /recover and POST /resend, which sends the email of a sign-up or of an email change again. The response is the same for every address; the account
// is looked up after it.
import { z } from 'zod';
import type { EmailMessage } from '#domain/email-message.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { recovery } from '#server/mail/email-templates.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import { isGuestEmail, requireEmail } from '../credentials.ts';
import { AuthError, validationFailed } from '../errors.ts';
import type { CodeChallenge } from '../flow-state.ts';
import { redirectTarget } from '../redirects.ts';
import { challengeMembers, readBody, readChallenge, text } from '../request-body.ts';
import { type AuthUser, findUserByEmail, recordSent } from '../users.ts';
import { findResent } from './confirmations.ts';
import {
  createConfirmation,
  createVerification,
  limitEmails,
  mayEmail,
  requestEmailChange,
  sendEmailsLater,
} from './verification-email.ts';

const Resend = z.object({ type: text, email: text, phone: text, ...challengeMembers });

type ResendRequest = { type: 'signup' | 'email_change'; email: string; challenge: CodeChallenge | undefined };

export async function resend(c: AuthContext): Promise<Response> {
  const request = requireResend(await readBody(c, Resend));
  await limitEmails(c, request.type, request.email);
  const redirectTo = redirectTarget(c);
  const compose = request.type === 'signup' ? confirmAgain : changeAgain;
  sendEmailsLater(c, (later) => compose(later, { ...request, redirectTo }));
  return c.json({});
}

function requireResend({ type, email, phone, ...members }: z.output<typeof Resend>): ResendRequest {
  if (!type || !['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided.');
  if (!email && !phone) throw validationFailed('Missing email address or phone number');
  if (phone || type === 'sms' || type === 'phone_change') {
    if (!phone) throw validationFailed('Type provided requires a phone number');
    if (type === 'signup' || type === 'email_change') throw validationFailed('Type provided requires an email address');
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled');
  }
  return {
    type: type === 'signup' ? 'signup' : 'email_change',
    email: requireEmail(email),
    challenge: readChallenge(members),
  };
}

type Resending = ResendRequest & { redirectTo: string };

/** The account of a review link gets no email, and so no code that could be guessed. */
async function findActiveUser(query: Query, email: string): Promise<AuthUser | undefined> {
  if (isGuestEmail(email)) return undefined;
  const user = await findUserByEmail(query, email);
  return user?.is_banned ? undefined : user;
}

const confirmAgain = (c: ServiceContext, { email, redirectTo, challenge }: Resending): Promise<EmailMessage[]> =>
  c.var.database.transaction(async (query) => {
    const user = await findActiveUser(query, email);
    if (!user || user.email_confirmed_at) return [];
    await recordSent(query, user.id, 'confirmation_sent_at');
    const confirmed = await findResent(query, user);
    return createConfirmation(c, query, { userId: user.id, email, redirectTo, challenge, confirmed });
  });

/** Requests the emails of a change of address again. It also counts an email to the new address. */
async function changeAgain(c: ServiceContext, resending: Resending): Promise<EmailMessage[]> {
  const { database } = c.var;
  const { email, type, redirectTo, challenge } = resending;
  const newEmail = (await findActiveUser(database.query, email))?.email_change;
  if (!newEmail || !(await mayEmail(c, type, newEmail))) return [];
  return database.transaction(async (query) => {
    const user = await findActiveUser(query, email);
    if (user?.email_change !== newEmail) return [];
    return requestEmailChange(c, query, user, { newEmail, redirectTo, challenge });
  });
}

const Recovery = z.object({ email: text, ...challengeMembers });

export async function recover(c: AuthContext): Promise<Response> {
  const body = await readBody(c, Recovery);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const [email, challenge] = [requireEmail(body.email), readChallenge(body)];
  await limitEmails(c, 'recovery', email);
  const redirectTo = redirectTarget(c);
  const flow = challenge && { challenge, method: 'recovery' as const };
  const compose = async (later: ServiceContext, query: Query) => {
    const user = await findActiveUser(query, email);
    if (!user) return [];
    await recordSent(query, user.id, 'recovery_sent_at');
    const token = { userId: user.id, type: 'recovery_token', email, linkType: 'recovery', redirectTo, flow } as const;
    return [recovery(await createVerification(later, query, token))];
  };
  sendEmailsLater(c, (later) => later.var.database.transaction((query) => compose(later, query)));
  return c.json({});
}
