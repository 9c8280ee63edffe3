// POST /signup: a new account with email and password, confirmed at once or by email.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { partyOf } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import { confirmation } from '#server/mail/email-templates.ts';
import type { AuthContext, ServiceContext } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { createVerification, limitEmails, sendEmailsLater } from '../email/verification-email.ts';
import { AuthError, signupDisabled, validationFailed } from '../errors.ts';
import { createPasswordUser, newUserMetadata } from '../new-users.ts';
import { type CodeChallenge, challengeMembers, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text, userMetadata } from '../request-body.ts';
import { sessionResponse } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { requireSmallMetadata } from '../user-metadata.ts';
import { userObject } from '../user-object.ts';
import { findUser, findUserByEmail, type Metadata, recordSent, storePassword, type User } from '../users.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './passwords.ts';

const SignUp = z.object({ email: text, phone: text, password: text, data: userMetadata, ...challengeMembers });

type NewAccount = { email: string; password: string; data: Metadata; challenge: CodeChallenge | undefined };

export async function signUp(c: AuthContext): Promise<Response> {
  const { config } = c.var;
  const account = requireSignUp(await readBody(c, SignUp), config.AUTH_DISABLE_SIGNUP);
  return config.AUTH_CONFIRM_EMAIL ? signUpWithConfirmation(c, account) : signUpWithSession(c, account);
}

function requireSignUp(
  { email, phone, password, data, ...members }: z.output<typeof SignUp>,
  isDisabled: boolean,
): NewAccount {
  if (isDisabled) throw signupDisabled();
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!password) throw validationFailed('Signup requires a valid password');
  requireAcceptablePassword(password);
  const fault = emailFault(email);
  if (fault) throw validationFailed(fault);
  requireSmallMetadata(newUserMetadata(randomUUID(), foldEmail(email), data ?? {}));
  return { email: foldEmail(email), password, data: data ?? {}, challenge: readChallenge(members) };
}

async function signUpWithSession(c: AuthContext, { email, password, data }: NewAccount): Promise<Response> {
  const { client, database } = c.var;
  const passwordHash = await hashPassword(password, partyOf(client));
  const grant = await database.transaction(async (query) => {
    const id = await createPasswordUser(query, { email, passwordHash, data, isConfirmed: true });
    return id && signIn(query, { account: { id, encrypted_password: passwordHash }, method: 'password', client });
  });
  if (!grant) throw new AuthError(422, 'user_already_exists', 'User already registered');
  return c.json(await sessionResponse(c, grant));
}

/** A confirmed account gets no email; the response is an invented user, after the same hashing, and shows nothing. */
async function signUpWithConfirmation(c: AuthContext, account: NewAccount): Promise<Response> {
  const { client, database } = c.var;
  const { email, password } = account;
  await limitEmails(c, 'signup', email);
  const existing = await findUserByEmail(database.query, email);
  const isSame = await verifyPassword(password, existing?.encrypted_password, partyOf(client));
  const passwordHash = await hashPassword(password, partyOf(client));
  const isContested = existing !== undefined && !isSame;
  const user = await database.transaction((query) => unconfirmedUser(query, account, { passwordHash, isContested }));
  if (!user) return c.json(inventedUser(account));
  sendConfirmation(c, user, account);
  return c.json(userObject(user));
}

type Password = { passwordHash: string; isContested: boolean };

/**
 * The account to confirm: new, or still unconfirmed since an earlier sign-up; undefined where it is confirmed. After two
 * sign-ups with two passwords neither opens the account: the owner of the inbox sets a new one.
 */
async function unconfirmedUser(query: Query, { email, data }: NewAccount, { passwordHash, isContested }: Password) {
  const id = await createPasswordUser(query, { email, passwordHash, data, isConfirmed: false });
  const user = id ? await findUser(query, id) : await findUserByEmail(query, email);
  if (!user || user.email_confirmed_at) return undefined;
  if (isContested) await storePassword(query, user.id, null);
  await recordSent(query, user.id, 'confirmation_sent_at');
  return findUser(query, user.id);
}

function sendConfirmation(c: AuthContext, { id }: User, { email, challenge }: NewAccount): void {
  const redirectTo = redirectTarget(c);
  const compose = async (later: ServiceContext, query: Query) => {
    const user = await findUser(query, id);
    if (!user || user.email_confirmed_at) return [];
    const verification = await createVerification(later, query, {
      userId: id,
      type: 'confirmation_token',
      email,
      linkType: 'signup',
      redirectTo,
      flow: challenge && { challenge, method: 'email/signup' },
    });
    return [confirmation(verification)];
  };
  sendEmailsLater(c, (later) => later.var.database.transaction((query) => compose(later, query)));
}

function inventedUser({ email, data }: NewAccount) {
  const [id, now] = [randomUUID(), new Date().toISOString()];
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: newUserMetadata(id, email, data),
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
