// DELETE /user/identities/{id}. The account keeps its password, and changes its email to a verified one only.
import type { Query } from '#server/database/connections/pool.ts';
import { isUuid } from '../authentication.ts';
import type { UserContext } from '../context.ts';
import { changeEmail, discardPending } from '../email/email-ownership.ts';
import { AuthError } from '../errors.ts';
import { type AuthUser, findUserByEmail, lockUser } from '../users.ts';
import { updateProviders } from './identities.ts';
import { requireLinkingAllowed } from './identity-linking.ts';

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
