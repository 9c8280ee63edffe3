import type { Query } from '../database/connections/pool.ts';
import { userNotFound } from './errors.ts';

export type Metadata = Record<string, unknown>;

type AuthIdentity = {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email: string | null;
};

export type AuthFactor = {
  id: string;
  status: 'unverified' | 'verified';
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
};

/** A row of auth.users with its identities and factors, oldest first. */
export type AuthUser = {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  banned_until: Date | null;
  is_anonymous: boolean;
  is_sso_user: boolean;
  created_at: Date;
  updated_at: Date;
  identities: AuthIdentity[];
  factors: AuthFactor[];
  /** Whether a ban is in force at the time of the query, by the database's clock. */
  is_banned: boolean;
};

const USERS = `
  select account.id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
    email_confirmed_at, phone_confirmed_at, confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at,
    email_change, email_change_sent_at, phone_change, phone_change_sent_at, reauthentication_sent_at,
    last_sign_in_at, banned_until, is_anonymous, is_sso_user, created_at, updated_at,
    coalesce(banned_until > now(), false) as is_banned,
    coalesce((
      select json_agg(json_build_object(
        'identity_id', id, 'id', provider_id, 'user_id', user_id, 'identity_data', identity_data, 'provider', provider,
        'last_sign_in_at', last_sign_in_at, 'created_at', created_at, 'updated_at', updated_at, 'email', email
      ) order by created_at)
      from auth.identities where user_id = account.id), '[]') as identities,
    coalesce((
      select json_agg(json_build_object(
        'id', id, 'status', status, 'friendly_name', friendly_name, 'factor_type', factor_type,
        'created_at', created_at, 'updated_at', updated_at, 'last_challenged_at', last_challenged_at
      ) order by created_at)
      from auth.mfa_factors where user_id = account.id), '[]') as factors
  from auth.users account
  where deleted_at is null`;

const BY_ID = 'id = $1';
/** SAML accounts are not found by email. */
const BY_EMAIL = 'email = $1 and not is_sso_user';
const BY_IDENTITY = 'id = (select user_id from auth.identities where provider = $1 and provider_id = $2)';

async function find(query: Query, condition: string, values: string[]): Promise<AuthUser | undefined> {
  const { rows } = await query<AuthUser>(`${USERS} and ${condition}`, values);
  return rows[0];
}

/** Other changes of the account wait for the end of this transaction. */
async function lock(query: Query, condition: string, values: string[]): Promise<AuthUser | undefined> {
  await query(`select from auth.users where ${condition} for update`, values);
  return find(query, condition, values);
}

export const findUser = (query: Query, id: string) => find(query, BY_ID, [id]);

/** Finds a user. Throws user_not_found, or another error for a missing account. */
export async function requireUserById(query: Query, id: string, error = userNotFound): Promise<AuthUser> {
  const user = await findUser(query, id);
  if (!user) throw error();
  return user;
}

export const lockUser = (query: Query, id: string) => lock(query, BY_ID, [id]);
export const findUserByEmail = (query: Query, email: string) => find(query, BY_EMAIL, [email]);
export const lockUserByEmail = (query: Query, email: string) => lock(query, BY_EMAIL, [email]);
/** The account of a provider's subject. */
export const findUserByIdentity = (query: Query, provider: string, subject: string) =>
  find(query, BY_IDENTITY, [provider, subject]);
export const lockUserByIdentity = (query: Query, provider: string, subject: string) =>
  lock(query, BY_IDENTITY, [provider, subject]);

/** A page of all users, newest first. */
export async function findUsers(query: Query, limit: number, offset: number): Promise<AuthUser[]> {
  const { rows } = await query<AuthUser>(`${USERS} order by created_at desc, id limit $1 offset $2`, [limit, offset]);
  return rows;
}

/**
 * Limits the waits for locks in this transaction; a longer wait fails with 55P03. A change of the name or the email also changes the profile,
 * which a slow request for rows may have locked, and must not block the few connections of the accounts.
 */
export const limitAccountLockWaits = (query: Query) => query("set local lock_timeout = '250ms'");

/** Makes the user the author of the activity that triggers record in this transaction. */
export const recordAs = (query: Query, id: string) =>
  query(`select set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true)`, [id]);

/** Null removes the password. */
export async function storePassword(query: Query, id: string, passwordHash: string | null): Promise<void> {
  await query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [id, passwordHash]);
}

export type Sent = 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at' | 'email_change_sent_at';

/** Records the time of an email. */
export async function recordSent(query: Query, id: string, column: Sent): Promise<void> {
  await query(`update auth.users set ${column} = now() where id = $1`, [id]);
}

export const withoutNulls = (data: Metadata): Metadata =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

/** JSON omits undefined members, as GoTrue omits missing times. */
const time = (date: Date | null) => date?.toISOString();

/** A user as GoTrue returns it. */
export function userObject(user: AuthUser) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: time(user.email_confirmed_at),
    invited_at: time(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: time(user.phone_confirmed_at),
    confirmation_sent_at: time(user.confirmation_sent_at),
    confirmed_at: time(user.confirmed_at),
    recovery_sent_at: time(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: time(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: time(user.phone_change_sent_at),
    reauthentication_sent_at: time(user.reauthentication_sent_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities,
    factors: user.factors.length > 0 ? user.factors.map(factorObject) : undefined,
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    banned_until: time(user.banned_until),
    is_anonymous: user.is_anonymous,
  };
}

export function factorObject({ friendly_name: name, last_challenged_at: challengedAt, ...factor }: AuthFactor) {
  return { ...factor, ...(name && { friendly_name: name }), ...(challengedAt && { last_challenged_at: challengedAt }) };
}
