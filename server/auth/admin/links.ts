// In charge of POST /invite and POST /admin/generate_link: accounts that begin with a letter, and the links of letters that somebody else sends. The service's back end alone may.
import { z } from 'zod';
import { siteOf } from '#server/config.ts';
import type { Query } from '#server/database/pool.ts';
import { invitation } from '#server/mail/email-templates.ts';
import { requireServiceRole } from '../authentication.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { noteWantedAddress } from '../email/email-ownership.ts';
import { issueToken, type Occasion } from '../email/one-time-tokens.ts';
import { askProof, proofLink, sendLetters } from '../email/verification-email.ts';
import { AuthError, emailExists, validationFailed } from '../errors.ts';
import { requireFitPassword } from '../password/fit-password.ts';
import { hashPassword, SERVICE } from '../password/passwords.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text, userMetadata } from '../request-body.ts';
import { userObject } from '../user-object.ts';
import { findUser, findUserByEmail, type Metadata, noteSent, type User } from '../users.ts';
import { makeUser, noteInvitation } from './manage-users.ts';

const Invitation = z.object({ email: text, data: userMetadata });

export const invite =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await requireServiceRole(c, deps);
    const body = await readBody(c, Invitation);
    const address = requireAddress(body.email);
    const redirectTo = redirectTarget(c, deps.config);
    const { user, proof } = await deps.database.transaction(async (query) => {
      const { id } = await invitedUser(query, address, body.data);
      const asked = { userId: id, occasion: 'confirmation_token', address, type: 'invite', redirectTo } as const;
      return { proof: await askProof(deps, query, asked), user: await requireFound(query, id) };
    });
    await sendLetters(deps, [invitation(proof)]);
    return c.json(userObject(user));
  };

/** What somebody had signed up with before, their letter to confirm it by included, is void once the invitation is accepted. */
async function invitedUser(query: Query, address: string, data: Metadata | undefined): Promise<User> {
  const former = await findUserByEmail(query, address);
  if (former?.email_confirmed_at) throw emailExists();
  const id = former?.id ?? (await makeUser(query, address, { userMetadata: data }));
  if (!id) throw emailExists();
  await noteInvitation(query, id);
  return requireFound(query, id);
}

async function requireFound(query: Query, id: string): Promise<User> {
  const user = await findUser(query, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

function requireAddress(email: string | undefined): string {
  const fault = emailFault(email ?? '');
  if (fault) throw validationFailed(fault);
  return foldEmail(email ?? '');
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

const OCCASIONS: Record<string, { occasion: Occasion; verifiedAs: string }> = {
  signup: { occasion: 'confirmation_token', verifiedAs: 'signup' },
  invite: { occasion: 'confirmation_token', verifiedAs: 'invite' },
  recovery: { occasion: 'recovery_token', verifiedAs: 'recovery' },
  magiclink: { occasion: 'recovery_token', verifiedAs: 'magiclink' },
  email_change_current: { occasion: 'email_change_token_current', verifiedAs: 'email_change' },
  email_change_new: { occasion: 'email_change_token_new', verifiedAs: 'email_change' },
};

export const generateLink =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await requireServiceRole(c, deps);
    const body = await readBody(c, Link);
    const kind = body.type && Object.hasOwn(OCCASIONS, body.type) ? OCCASIONS[body.type] : undefined;
    if (!kind) throw validationFailed(`Invalid email action link type requested: ${body.type ?? ''}`);
    const passwordHash = await newPasswordHash(body);
    const redirectTo = redirectTarget(c, deps.config, body.redirect_to ?? c.req.query('redirect_to'));
    const { user, token } = await deps.database.transaction(async (query) => {
      const { id, address } = await linkedUser(query, body, passwordHash);
      const issued = await issueToken(query, { userId: id, occasion: kind.occasion, address });
      return { token: issued, user: await requireFound(query, id) };
    });
    return c.json({
      ...userObject(user),
      action_link: proofLink(siteOf(deps.config), token, { type: kind.verifiedAs, redirectTo }),
      email_otp: token.code,
      hashed_token: token.hash,
      verification_type: body.type,
      redirect_to: redirectTo,
    });
  };

async function newPasswordHash({ type, password }: Link): Promise<string | undefined> {
  if (type !== 'signup') return undefined;
  if (!password) throw validationFailed('Signup requires a valid password');
  requireFitPassword(password);
  return hashPassword(password, SERVICE);
}

/** Whose link it is, and which mailbox it is to prove. */
async function linkedUser(
  query: Query,
  { type, email, new_email: next, data }: Link,
  passwordHash: string | undefined,
): Promise<{ id: string; address: string }> {
  const address = requireAddress(email);
  if (type === 'invite') return { id: (await invitedUser(query, address, data)).id, address };
  const former = await findUserByEmail(query, address);
  if (type === 'signup') {
    if (former?.email_confirmed_at) throw emailExists();
    const id = former?.id ?? (await makeUser(query, address, { passwordHash, userMetadata: data }));
    if (!id) throw emailExists();
    await noteSent(query, id, 'confirmation_sent_at');
    return { id, address };
  }
  if (!former) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (type === 'recovery' || type === 'magiclink') {
    await noteSent(query, former.id, 'recovery_sent_at');
    return { id: former.id, address };
  }
  const wanted = requireAddress(next);
  if (await findUserByEmail(query, wanted)) throw emailExists();
  if (former.email_change !== wanted) await noteWantedAddress(query, former, wanted);
  return { id: former.id, address: type === 'email_change_new' ? wanted : address };
}
