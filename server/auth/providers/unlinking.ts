// Unlinks an identity from its account, which keeps its password and never moves to an address that nobody has verified.
import type { Query } from '#server/database/pool.ts';
import { moveTo, voidPending } from '../email/email-ownership.ts';
import { findUserByEmail, lockUser, type User } from '../users.ts';
import { nameProviders } from './identities.ts';

export type Unlinked = 'unlinked' | 'unknown' | 'last' | 'has password' | 'no verified address' | 'address taken';

/** The account keeps an address that another identity still names, else takes the oldest verified one that is left. */
export async function unlinkIdentity(query: Query, userId: string, identityId: string): Promise<Unlinked> {
  const user = await lockUser(query, userId);
  const identity = user?.identities.find(({ identity_id: id }) => id === identityId);
  if (!user || !identity) return 'unknown';
  const rest = user.identities.filter((other) => other !== identity);
  if (rest.length === 0) return 'last';
  if (identity.provider === 'email' && user.encrypted_password) return 'has password';
  if (!rest.some(({ email }) => email === user.email)) {
    const moved = await moveToVerified(query, user, rest);
    if (moved !== 'moved') return moved;
  }
  await query('delete from auth.identities where id = $1', [identityId]);
  await nameProviders(query, userId);
  return 'unlinked';
}

async function moveToVerified(
  query: Query,
  user: User,
  rest: User['identities'],
): Promise<'moved' | 'no verified address' | 'address taken'> {
  const next = rest.find(({ email, identity_data: data }) => email && data.email_verified === true)?.email;
  if (!next) return 'no verified address';
  if (await findUserByEmail(query, next)) return 'address taken';
  await moveTo(query, user, next);
  await voidPending(query, user.id);
  return 'moved';
}
