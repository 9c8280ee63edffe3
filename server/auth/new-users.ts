import { randomUUID } from 'node:crypto';
import type { Query } from '../database/connections/pool.ts';
import { type Metadata, withoutNulls } from './users.ts';

/** The metadata of a new email account. Values of the caller for the email and its verification are replaced. */
export const newUserMetadata = (id: string, email: string, data: Metadata): Metadata => ({
  ...withoutNulls(data),
  sub: id,
  email,
  email_verified: false,
  phone_verified: false,
});

export type NewPasswordUser = { email: string; passwordHash: string; data: Metadata; isConfirmed: boolean };

/**
 * Creates an account with a password. Returns its id, or undefined where the email is taken.
 * Confirmed or not, the email is not verified yet: its identity has `email_verified: false`.
 */
export async function createPasswordUser(query: Query, user: NewPasswordUser): Promise<string | undefined> {
  const id = randomUUID();
  const metadata = newUserMetadata(id, user.email, user.data);
  const { rowCount } = await query(
    `with account as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
         raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end,
         '{"provider": "email", "providers": ["email"]}', $5, now(), now())
       on conflict do nothing
       returning id)
     insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select $6, id, $5, 'email', now(), now(), now() from account`,
    [id, user.email, user.passwordHash, user.isConfirmed, metadata, id],
  );
  return rowCount === 1 ? id : undefined;
}

export type NewUserWithoutPassword = {
  id?: string | undefined;
  email: string | null;
  data: Metadata;
  isConfirmed: boolean;
  isSso: boolean;
};

/** Creates an account without a password and without identities. Returns its id, or undefined where the email or the id is taken. */
export async function createUserWithoutPassword(
  query: Query,
  { id = randomUUID(), ...user }: NewUserWithoutPassword,
): Promise<string | undefined> {
  const { rowCount } = await query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_sso_user,
       created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, case when $3 then now() end, '{}', $4, $5, now(), now())
     on conflict do nothing`,
    [id, user.email, user.isConfirmed, withoutNulls(user.data), user.isSso],
  );
  return rowCount === 1 ? id : undefined;
}
