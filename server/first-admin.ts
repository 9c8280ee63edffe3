// Makes an account an administrator at the first start or by create-admin. Later, administrators appoint others in the app.
import { foldEmail } from './auth/credentials.ts';
import { dropUnverifiedCredentials } from './auth/email/email-ownership.ts';
import { createPasswordUser } from './auth/new-users.ts';
import { hashPassword, SERVICE } from './auth/password/passwords.ts';
import { type AuthUser, findUserByEmail, storePassword } from './auth/users.ts';
import type { DatabasePool, Query } from './database/connections/pool.ts';
import type { Owner } from './database/setup/owner.ts';

export type AdminAccount = { email: string; password: string };

/** Creates the administrator if there is none. Returns whether it did. Safe for instances that start at the same time. */
export async function ensureFirstAdmin(owner: Owner, account: AdminAccount): Promise<boolean> {
  if (await owner(hasAdmin)) return false;
  const passwordHash = await hashPassword(account.password, SERVICE);
  return owner(async (query) => {
    await query(`select pg_advisory_xact_lock(hashtext('leadlight.first-admin'))`);
    if (await hasAdmin(query)) return false;
    await appoint(query, account.email, passwordHash);
    return true;
  });
}

/** Makes the account an administrator with this password. An existing account loses its former sign-in methods (`removeFormerAccess`). */
export async function makeAdmin(owner: Owner, { email, password }: AdminAccount): Promise<void> {
  const passwordHash = await hashPassword(password, SERVICE);
  await owner((query) => appoint(query, email, passwordHash));
}

/** Whether there is an administrator who is not banned. */
export async function hasAdmin(query: Query): Promise<boolean> {
  const { rows } = await query<{ exists: boolean }>('select private.has_admin() as exists');
  return rows[0]?.exists === true;
}

/** Whether there is no administrator. Once there is one, this is not queried again; an error counts as one. */
export function openAdminCheck({ query }: Pick<DatabasePool, 'query'>): () => Promise<boolean> {
  let reading: Promise<boolean> | undefined;
  let isMissing = true;
  return async () => {
    if (!isMissing) return false;
    reading ??= hasAdmin(query)
      .then((exists) => {
        isMissing = !exists;
        return isMissing;
      })
      .catch(() => false)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
}

async function appoint(query: Query, address: string, passwordHash: string): Promise<void> {
  const email = foldEmail(address);
  await query('set local role supabase_auth_admin');
  const former = await findUserByEmail(query, email);
  if (former) {
    await removeFormerAccess(query, former);
    await storePassword(query, former.id, passwordHash);
    await query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), banned_until = null where id = $1',
      [former.id],
    );
  }
  const id = former?.id ?? (await createPasswordUser(query, { email, passwordHash, data: {}, isConfirmed: true }));
  await query('reset role');
  await query(`insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [id]);
}

/**
 * Removes all sign-in methods of an account except its email address, which its former user may not own.
 * Also removes a verified second factor, without which the operator could not sign in.
 */
async function removeFormerAccess(query: Query, user: AuthUser): Promise<void> {
  await dropUnverifiedCredentials(query, user);
  await query('delete from auth.mfa_factors where user_id = $1', [user.id]);
}
