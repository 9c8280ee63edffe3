// In charge of making a person an administrator from outside the app: at the first start, or by a chore. Afterwards admins make admins.

import { foldEmail } from './auth/accounts/credentials.ts';
import { createUser } from './auth/accounts/new-users.ts';
import { hashPassword } from './auth/accounts/passwords.ts';
import { findUserByEmail, storePassword } from './auth/accounts/users.ts';
import type { Owner } from './database/owner.ts';
import type { Query } from './database/pool.ts';

export type AdminAccount = { email: string; password: string };

/** Makes the account an admin where there is none yet; several copies may try at once. Answers whether it did. */
export async function ensureFirstAdmin(owner: Owner, account: AdminAccount): Promise<boolean> {
  if (await owner(hasAdmin)) return false;
  const passwordHash = await hashPassword(account.password);
  return owner(async (query) => {
    await query(`select pg_advisory_xact_lock(hashtext('leadlight.first-admin'))`);
    if (await hasAdmin(query)) return false;
    await appoint(query, account.email, passwordHash);
    return true;
  });
}

/**
 * Makes the account an admin with this password. Whoever had signed up with the address before is signed out and does not know the password:
 * signing up proves nothing about an address.
 */
export async function makeAdmin(owner: Owner, { email, password }: AdminAccount): Promise<void> {
  const passwordHash = await hashPassword(password);
  await owner((query) => appoint(query, email, passwordHash));
}

async function hasAdmin(query: Query): Promise<boolean> {
  const { rowCount } = await query(`select from public.user_roles where role = 'admin' limit 1`);
  return rowCount > 0;
}

async function appoint(query: Query, address: string, passwordHash: string): Promise<void> {
  const email = foldEmail(address);
  await query('set local role supabase_auth_admin');
  const former = await findUserByEmail(query, email);
  if (former) {
    await storePassword(query, former.id, passwordHash);
    await query('delete from auth.sessions where user_id = $1', [former.id]);
  }
  const id = former?.id ?? (await createUser(query, { email, passwordHash, data: {}, isConfirmed: true }));
  await query('reset role');
  await query(`insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`, [id]);
}
