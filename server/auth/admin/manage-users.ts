// In charge of what the service does to accounts over their owners' heads: lists, makes, changes and takes them away. Decides nothing about who may.
import { createHash, randomUUID } from 'node:crypto';
import type { Query } from '#server/database/pool.ts';
import { confirmMailbox, voidPending } from '../email/email-ownership.ts';
import { endFlows } from '../flow-state.ts';
import { createProviderUser } from '../new-users.ts';
import { nameProviders, putIdentity } from '../providers/identities.ts';
import { findUser, findUsers, type Metadata, mergeUserMetadata, storePassword, type User } from '../users.ts';

export type UserPage = { users: User[]; total: number };

/** Newest first. */
export async function listUsers(query: Query, page: number, perPage: number): Promise<UserPage> {
  const { rows: counted } = await query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  );
  const users = await findUsers(query, { limit: perPage, offset: (page - 1) * perPage });
  return { users, total: counted[0]?.total ?? 0 };
}

/** What is undefined stays as it is. */
export type Administration = {
  email?: string | undefined;
  passwordHash?: string | undefined;
  isConfirmed?: boolean | undefined;
  userMetadata?: Metadata | undefined;
  appMetadata?: Metadata | undefined;
  /** Zero ends a ban. */
  banSeconds?: number | undefined;
};

/** Its id; undefined when the address is taken. Who makes an account vouches for its address only by confirming it. */
export async function makeUser(query: Query, email: string, given: Administration): Promise<string | undefined> {
  const id = await createProviderUser(query, { email, data: {}, isConfirmed: false, isSso: false });
  if (!id) return undefined;
  const data = { sub: id, email, email_verified: false, phone_verified: false };
  await putIdentity(query, { userId: id, provider: 'email', subject: id, data });
  await mergeUserMetadata(query, id, data);
  await administer(query, id, given);
  return id;
}

export async function administer(query: Query, id: string, given: Administration): Promise<void> {
  const { email, passwordHash, isConfirmed, userMetadata, appMetadata, banSeconds } = given;
  if (email !== undefined) await moveUser(query, id, email);
  if (passwordHash !== undefined) await replacePassword(query, id, passwordHash);
  if (isConfirmed) await confirmMailbox(query, await required(query, id));
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

async function required(query: Query, id: string): Promise<User> {
  const user = await findUser(query, id);
  if (!user) throw new Error(`auth.users lost ${id}`);
  return user;
}

async function moveUser(query: Query, id: string, email: string): Promise<void> {
  await query(
    `update auth.users set email = $2::text, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text)
     where id = $1`,
    [id, email],
  );
  const data = { sub: id, email, email_verified: false, phone_verified: false };
  await putIdentity(query, { userId: id, provider: 'email', subject: id, data });
  await voidPending(query, id);
}

async function replacePassword(query: Query, id: string, passwordHash: string): Promise<void> {
  await storePassword(query, id, passwordHash);
  await query('delete from auth.sessions where user_id = $1', [id]);
  await voidPending(query, id);
}

/** Merges key by key; null takes a key away. The ways in are named by the identities alone. */
async function mergeAppMetadata(query: Query, id: string, data: Metadata): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await query(
    `update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $2::jsonb) - $3::text[], updated_at = now() where id = $1`,
    [id, data, removed],
  );
  await nameProviders(query, id);
}

export async function deleteUser(query: Query, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}

/** Keeps the row for what refers to it, and nothing in it that says who it was. */
export async function softDeleteUser(query: Query, id: string): Promise<void> {
  const nobody = createHash('sha256').update(randomUUID()).digest('hex');
  await query('delete from auth.sessions where user_id = $1', [id]);
  await query('delete from auth.identities where user_id = $1', [id]);
  await query('delete from auth.mfa_factors where user_id = $1', [id]);
  await voidPending(query, id);
  await query(
    `update auth.users set deleted_at = now(), email = $2, encrypted_password = null, raw_user_meta_data = '{}', updated_at = now()
     where id = $1`,
    [id, nobody],
  );
}

export async function noteInvitation(query: Query, id: string): Promise<void> {
  await query(
    'update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now() where id = $1',
    [id],
  );
}
