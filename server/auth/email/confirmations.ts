// Pending confirmations of an account's email. Each belongs to the credential that requested it: with several sign-ups, the
// email that is confirmed decides whose account it becomes.
import type { Query } from '#server/database/connections/pool.ts';
import type { AuthUser, Metadata } from '../users.ts';

/** The credential that an account keeps once its email is verified: a password's hash, an identity's id, or none. */
export type Credential = `password:${string}` | `identity:${string}` | '';

/** The credential, and the metadata of its sign-up. */
export type Confirmed = { credential: Credential; userMetadata?: Metadata | null };

export const NOTHING: Confirmed = { credential: '' };

/** More sign-ups of one email are confirmed without their passwords, because each is a further code that can be guessed. */
const MAX_PENDING = 20;

export const credentialHash = (credential: Credential): string | undefined =>
  credential.startsWith('password:') ? credential.slice('password:'.length) : undefined;

/** Finds the confirmations of an account, the newest first. */
async function findConfirmations(query: Query, userId: string): Promise<Confirmed[]> {
  const { rows } = await query<Confirmed>(
    `select credential, user_metadata as "userMetadata" from auth.one_time_tokens
     where user_id = $1 and token_type = 'confirmation_token' order by created_at desc`,
    [userId],
  );
  return rows;
}

/** The password's hash of the newest sign-up with this email that is to be confirmed. */
export async function findPendingPassword(query: Query, email: string): Promise<string | undefined> {
  const { rows } = await query<{ credential: Credential }>(
    `select credential from auth.one_time_tokens token join auth.users account on account.id = token.user_id
     where email = $1 and not is_sso_user and token_type = 'confirmation_token' and credential like 'password:%'
     order by token.created_at desc limit 1`,
    [email],
  );
  return rows[0] && credentialHash(rows[0].credential);
}

/** The credential and the metadata that the email of a sign-up confirms: none while too many sign-ups of the account wait. */
export async function limitConfirmations(query: Query, userId: string, confirmed: Confirmed): Promise<Confirmed> {
  const pending = await findConfirmations(query, userId);
  const isPending = pending.some(({ credential }) => credential === confirmed.credential);
  return isPending || pending.length < MAX_PENDING ? confirmed : NOTHING;
}

/** Finds what a resent email confirms: nothing if several sign-ups wait, since anyone may request the email. */
export async function findResent(query: Query, { id, encrypted_password: hash }: AuthUser): Promise<Confirmed> {
  const [confirmed, ...others] = await findConfirmations(query, id);
  if (others.length > 0) return NOTHING;
  return confirmed ?? { credential: hash ? `password:${hash}` : '' };
}
