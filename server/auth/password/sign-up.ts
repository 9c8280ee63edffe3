// POST /signup: a new account with email and password, confirmed at once or by email.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Query } from '#server/database/connections/pool.ts';
import { clientNetwork } from '#server/http/client.ts';
import { accountExists, otherSignUp } from '#server/mail/email-templates.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import { requireOwnEmail } from '../credentials.ts';
import { findPendingPassword, limitConfirmations } from '../email/confirmations.ts';
import { createConfirmation, limitEmails, sendEmailsLater } from '../email/verification-email.ts';
import { AuthError, signupDisabled, validationFailed } from '../errors.ts';
import type { CodeChallenge } from '../flow-state.ts';
import { createPasswordUser, newUserMetadata } from '../new-users.ts';
import { takeAttempt } from '../rate-limits.ts';
import { redirectTarget } from '../redirects.ts';
import { challengeMembers, readBody, readChallenge, text, userMetadata } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { requireSmallMetadata } from '../user-metadata.ts';
import { findUserByEmail, type Metadata, recordSent } from '../users.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts';

const SignUp = z.object({ email: text, phone: text, password: text, data: userMetadata, ...challengeMembers });

type SignUpRequest = { email: string; password: string; data: Metadata; challenge: CodeChallenge | undefined };

export async function signUp(c: AuthContext): Promise<Response> {
  const { config } = c.var;
  const account = requireSignUp(await readBody(c, SignUp), config.AUTH_DISABLE_SIGNUP);
  return config.AUTH_CONFIRM_EMAIL ? signUpWithConfirmation(c, account) : signUpWithSession(c, account);
}

function requireSignUp(body: z.output<typeof SignUp>, isDisabled: boolean): SignUpRequest {
  const { email: typedEmail, phone, password, data = {}, ...members } = body;
  if (isDisabled) throw signupDisabled();
  if (typedEmail && phone)
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!typedEmail) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!password) throw validationFailed('Signup requires a valid password');
  requireAcceptablePassword(password);
  const email = requireOwnEmail(typedEmail);
  requireSmallMetadata(newUserMetadata(randomUUID(), email, data));
  return { email, password, data, challenge: readChallenge(members) };
}

async function signUpWithSession(c: AuthContext, { email, password, data }: SignUpRequest): Promise<Response> {
  const { client, database } = c.var;
  const passwordHash = await hashPassword(password, clientNetwork(client));
  const issued = await database.transaction(async (query) => {
    const id = await createPasswordUser(query, { email, passwordHash, data, isConfirmed: true });
    return id && signIn(query, { account: { id, encrypted_password: passwordHash }, method: 'password', client });
  });
  if (!issued) throw new AuthError(422, 'user_already_exists', 'User already registered');
  return c.json(await sessionResponse(c, issued));
}

/**
 * The response is the same for every email. An unconfirmed account does not change yet: the emailed link sets the password
 * and the metadata of this sign-up when it is opened.
 */
async function signUpWithConfirmation(c: AuthContext, account: SignUpRequest): Promise<Response> {
  const { client, database } = c.var;
  const { email, password, data } = account;
  await limitEmails(c, 'signup', email).catch((error) => {
    warnOfOtherSignUp(c, account);
    throw error;
  });
  const passwordHash = await hashPassword(password, clientNetwork(client));
  const id = await createPasswordUser(database.query, { email, passwordHash, data, isConfirmed: false });
  sendConfirmation(c, account, passwordHash);
  return c.json(signedUpUser(id ?? randomUUID(), account));
}

/** An account that is already confirmed gets an email that says so. */
function sendConfirmation(c: AuthContext, { email, password, data, challenge }: SignUpRequest, newHash: string): void {
  const [redirectTo, network] = [redirectTarget(c), clientNetwork(c.var.client)];
  const compose = async (later: ServiceContext, query: Query, passwordHash: string) => {
    const user = await findUserByEmail(query, email);
    if (!user || user.is_banned) return [];
    if (user.email_confirmed_at) return [accountExists({ to: email, link: redirectTo })];
    await recordSent(query, user.id, 'confirmation_sent_at');
    const confirmed = await limitConfirmations(query, user.id, {
      credential: `password:${passwordHash}`,
      userMetadata: newUserMetadata(user.id, email, data),
    });
    return createConfirmation(later, query, { userId: user.id, email, redirectTo, challenge, confirmed });
  };
  sendEmailsLater(c, async (later) => {
    const { database } = later.var;
    const pending = await findPendingPassword(database.query, email);
    const isRepeated = pending && (await verifyPassword(password, pending, network)); // the new link replaces the former one
    return database.transaction((query) => compose(later, query, isRepeated ? pending : newHash));
  });
}

/**
 * A sign-up too soon after another one sends no link. If its password differs, one of the two is a stranger's, so the owner of the email is
 * warned, once an hour. Warnings have a limit of their own: from that of all emails, a requester could tell whether one was sent.
 */
function warnOfOtherSignUp(c: AuthContext, { email, password }: SignUpRequest): void {
  const [link, network] = [redirectTarget(c), clientNetwork(c.var.client)];
  sendEmailsLater(c, async (later) => {
    const pending = await findPendingPassword(later.var.database.query, email);
    if (!pending || (await verifyPassword(password, pending, network))) return [];
    const hourly = { name: 'mail-other-signup', subject: email, perWindow: 1, seconds: 3600 };
    return (await takeAttempt(later, hourly)) ? [otherSignUp({ to: email, link })] : [];
  });
}

/** The response for a new account, as in GoTrue. It is sent even if no account was created. */
function signedUpUser(id: string, { email, data }: SignUpRequest) {
  const [now, metadata] = [new Date().toISOString(), newUserMetadata(id, email, data)];
  const times = { created_at: now, updated_at: now };
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: metadata, provider: 'email' };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [{ ...identity, last_sign_in_at: now, ...times, email }],
    ...times,
    is_anonymous: false,
  };
}
