// Changes of accounts by the service key, which may change everything.
import { createHash, randomUUID } from 'node:crypto';
import type { Query } from '#server/database/connections/pool.ts';
import { discardPending, verifyEmail } from '../email/email-ownership.ts';
import { AuthError, emailExists } from '../errors.ts';
import { endFlows } from '../flow-state.ts';
import { createUserWithoutPassword } from '../new-users.ts';
import { putEmailIdentity, updateProviders } from '../providers/identities.ts';
import { mergeUserMetadata, requireSmallMetadata } from '../user-metadata.ts';
import { type AuthUser, findUserByEmail, type Metadata, requireUserById, storePassword } from '../users.ts';

/** Undefined members do not change. */
export type UserChanges = {
  email?: string | undefined;
  passwordHash?: string | undefined;
  isConfirmed?: boolean | undefined;
  userMetadata?: Metadata | undefined;
  appMetadata?: Metadata | undefined;
  /** Zero ends a ban. */
  banSeconds?: number | undefined;
};

type NewUser = Omit<UserChanges, 'email'> & { id?: string | undefined };

/** Throws email_exists, conflict or MetadataTooLarge. The email counts as verified only where `isConfirmed` is true. Returns the id. */
export async function insertUser(query: Query, email: string, user: NewUser): Promise<string> {
  const { id: chosenId, userMetadata: data = {}, ...changes } = user;
  requireSmallMetadata(data);
  if (chosenId && (await isTaken(query, chosenId)))
    throw new AuthError(409, 'conflict', 'A user with this ID already exists');
  const id = await createUserWithoutPassword(query, { id: chosenId, email, data, isConfirmed: false, isSso: false });
  if (!id) throw emailExists();
  await putEmailIdentity(query, id, email, false);
  await changeUser(query, id, changes);
  return id;
}

/** Whether an account has this id; a deleted one keeps it. */
async function isTaken(query: Query, id: string): Promise<boolean> {
  return (await query('select from auth.users where id = $1', [id])).rowCount !== 0;
}

export async function changeUser(query: Query, id: string, changes: UserChanges): Promise<void> {
  const { email, passwordHash, isConfirmed, userMetadata, appMetadata, banSeconds } = changes;
  if (email !== undefined) await replaceEmail(query, id, email);
  if (passwordHash !== undefined) await replacePassword(query, id, passwordHash);
  if (isConfirmed) await verifyEmail(query, await requireManagedUser(query, id));
  if (userMetadata) await mergeUserMetadata(query, id, userMetadata);
  if (appMetadata) await mergeAppMetadata(query, id, appMetadata);
  if (banSeconds !== undefined) {
    await query(
      `update auth.users set banned_until = case when $2::float8 > 0 then now() + make_interval(secs => $2::float8) end, updated_at = now() where id = $1`,
      [id, banSeconds],
    );
    if (banSeconds > 0) await endFlows(query, id);
  }
}

/** Throws user_not_found. */
export const requireManagedUser = (query: Query, id: string): Promise<AuthUser> =>
  requireUserById(query, id, () => new AuthError(404, 'user_not_found', 'User not found'));

/** The metadata of an account that signed up by itself also contains the email. */
async function replaceEmail(query: Query, id: string, email: string): Promise<void> {
  if (await findUserByEmail(query, email)) throw emailExists();
  await query(
    `update auth.users set email = $2::text, raw_user_meta_data = raw_user_meta_data ||
       case when raw_user_meta_data ? 'email' then jsonb_build_object('email', $2::text) else '{}' end
     where id = $1`,
    [id, email],
  );
  await putEmailIdentity(query, id, email, false);
  await discardPending(query, id);
}

async function replacePassword(query: Query, id: string, passwordHash: string): Promise<void> {
  await storePassword(query, id, passwordHash);
  await query('delete from auth.sessions where user_id = $1', [id]);
  await discardPending(query, id);
}

/** Merges key by key; null removes a key. The providers always follow from the identities. */
async function mergeAppMetadata(query: Query, id: string, data: Metadata): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await query(
    `update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $2::jsonb) - $3::text[], updated_at = now() where id = $1`,
    [id, data, removed],
  );
  await updateProviders(query, id);
}

export async function hardDeleteUser(query: Query, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}

/** Keeps the row for foreign keys, without personal data. */
export async function softDeleteUser(query: Query, id: string): Promise<void> {
  const emailHash = createHash('sha256').update(randomUUID()).digest('hex');
  await query('delete from auth.sessions where user_id = $1', [id]);
  await query('delete from auth.identities where user_id = $1', [id]);
  await query('delete from auth.mfa_factors where user_id = $1', [id]);
  await discardPending(query, id);
  await query(
    `update auth.users set deleted_at = now(), email = $2, encrypted_password = null, raw_user_meta_data = '{}', updated_at = now()
     where id = $1`,
    [id, emailHash],
  );
}
