// In charge of POST /signup: a new account by e-mail and password, confirmed at once or by a letter. Refuses phones and anonymous users.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clientOf, partyOf } from '#server/client.ts';
import type { Query } from '#server/database/pool.ts';
import { confirmation, type EmailMessage } from '#server/mail/email-templates.ts';
import type { AuthContext, Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { askProof, dispatchLetters, limitLetters } from '../email/verification-email.ts';
import { AuthError, validationFailed } from '../errors.ts';
import type { Challenge } from '../flow-state.ts';
import { limitAddress } from '../limits.ts';
import { createUser, newUserMetadata } from '../new-users.ts';
import { challengeMembers, readChallenge } from '../pkce.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text, userMetadata } from '../request-body.ts';
import { sessionAnswer } from '../sessions/session-response.ts';
import { signIn } from '../sessions/sign-in.ts';
import { requireSmallMetadata } from '../user-metadata.ts';
import { userObject } from '../user-object.ts';
import { findUser, findUserByEmail, type Metadata, noteSent, storePassword, type User } from '../users.ts';
import { requireFitPassword } from './fit-password.ts';
import { hashPassword, isPassword } from './passwords.ts';

const SignUp = z.object({ email: text, phone: text, password: text, data: userMetadata, ...challengeMembers });

type Wanted = { email: string; password: string; data: Metadata; challenge: Challenge | undefined };

export const signUp =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    const { config } = deps;
    await limitAddress(c, deps, { kind: 'signup', perWindow: config.AUTH_RATE_SIGNUP });
    const wanted = requireSignUp(await readBody(c, SignUp), config.AUTH_DISABLE_SIGNUP);
    return config.AUTH_CONFIRM_EMAIL ? signUpByLetter(c, deps, wanted) : signUpAtOnce(c, deps, wanted);
  };

function requireSignUp(
  { email, phone, password, data, ...members }: z.output<typeof SignUp>,
  isClosed: boolean,
): Wanted {
  if (isClosed) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  if (!email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (!password) throw validationFailed('Signup requires a valid password');
  requireFitPassword(password);
  const fault = emailFault(email);
  if (fault) throw validationFailed(fault);
  requireSmallMetadata(newUserMetadata(randomUUID(), foldEmail(email), data ?? {}));
  return { email: foldEmail(email), password, data: data ?? {}, challenge: readChallenge(members) };
}

async function signUpAtOnce(c: AuthContext, deps: Dependencies, { email, password, data }: Wanted): Promise<Response> {
  const client = clientOf(c, deps.config.TRUST_PROXY);
  const passwordHash = await hashPassword(password, partyOf(client));
  const grant = await deps.database.transaction(async (query) => {
    const id = await createUser(query, { email, passwordHash, data, isConfirmed: true });
    return id && signIn(query, { account: { id, encrypted_password: passwordHash }, method: 'password', client });
  });
  if (!grant) throw new AuthError(422, 'user_already_exists', 'User already registered');
  return c.json(await sessionAnswer(deps, grant));
}

/** A confirmed account gets no email, and its sign-up a made-up user, after the same hashing. The email is composed after the answer. */
async function signUpByLetter(c: AuthContext, deps: Dependencies, wanted: Wanted): Promise<Response> {
  const { database } = deps;
  const party = partyOf(clientOf(c, deps.config.TRUST_PROXY));
  await limitLetters(deps, 'signup', wanted.email);
  const former = await database.transaction((query) => findUserByEmail(query, wanted.email));
  const isSame = await isPassword(wanted.password, former?.encrypted_password, party);
  const passwordHash = await hashPassword(wanted.password, party);
  const isContested = former !== undefined && !isSame;
  const user = await database.transaction((query) => unconfirmedUser(query, wanted, { passwordHash, isContested }));
  if (!user) return c.json(madeUpUser(wanted));
  const redirectTo = redirectTarget(c, deps.config);
  dispatchLetters(deps, () =>
    database.transaction((query) => confirmationOf(deps, query, { user, wanted, redirectTo })),
  );
  return c.json(userObject(user));
}

type NewSecret = { passwordHash: string; isContested: boolean };

/**
 * The account that is to be confirmed: new, or waiting since an earlier sign-up; undefined when it is confirmed already. Two sign-ups with two
 * passwords are two people, or one who forgot: neither password opens the account then, and the mailbox decides.
 */
async function unconfirmedUser(query: Query, { email, data }: Wanted, { passwordHash, isContested }: NewSecret) {
  const id = await createUser(query, { email, passwordHash, data, isConfirmed: false });
  const user = id ? await findUser(query, id) : await findUserByEmail(query, email);
  if (!user || user.email_confirmed_at) return undefined;
  if (isContested) await storePassword(query, user.id, null);
  await noteSent(query, user.id, 'confirmation_sent_at');
  return findUser(query, user.id);
}

async function confirmationOf(
  deps: Dependencies,
  query: Query,
  { user, wanted, redirectTo }: { user: User; wanted: Wanted; redirectTo: string },
): Promise<EmailMessage[]> {
  const waiting = await findUser(query, user.id);
  if (!waiting || waiting.email_confirmed_at) return [];
  const proof = await askProof(deps, query, {
    userId: user.id,
    occasion: 'confirmation_token',
    address: wanted.email,
    type: 'signup',
    redirectTo,
    flow: wanted.challenge && { challenge: wanted.challenge, provedBy: 'email/signup' },
  });
  return [confirmation(proof)];
}

function madeUpUser({ email, data }: Wanted) {
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
