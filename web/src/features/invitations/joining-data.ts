import { isAuthApiError } from '@supabase/auth-js';
import { lacksSecondFactor } from '@/features/session/second-factor.ts';
import { accounts, pageUrl } from '@/lib/backend.ts';
import { rows } from '@/lib/rows.ts';

/** The invited address has an account already. */
export class AccountExists extends Error {}

/** Where an attempt to come in has led: in, or to what must come first. */
export type CameIn = 'in' | 'unconfirmed' | 'lacks second factor';

export type NewUser = { email: string; password: string; fullName: string };

/**
 * Makes an account for the invited address. One that exists with this very password is taken for the same attempt made again, its first
 * answer lost on the way. Throws AccountExists for any other.
 */
export async function signUpInvited({ email, password, fullName }: NewUser, returnTo: string): Promise<CameIn> {
  const { data, error } = await accounts.signUp({
    email,
    password,
    options: { emailRedirectTo: pageUrl(returnTo), data: { full_name: fullName } },
  });
  if (isAuthApiError(error) && error.code === 'user_already_exists') return signInAgain(email, password);
  if (error) throw error;
  if (data.session) return 'in';
  // Where addresses are confirmed, the server answers for an account that exists as for a new one, but without identities.
  if (data.user?.identities?.length === 0) throw new AccountExists();
  return 'unconfirmed';
}

async function signInAgain(email: string, password: string): Promise<CameIn> {
  try {
    return await signInInvited(email, password);
  } catch {
    throw new AccountExists();
  }
}

export async function signInInvited(email: string, password: string): Promise<CameIn> {
  const { data, error } = await accounts.signInWithPassword({ email, password });
  if (error) throw error;
  return lacksSecondFactor(data.session) ? 'lacks second factor' : 'in';
}

/** Makes the signed-in person a member; the same person may ask again, to no effect. */
export async function acceptInvitation(token: string): Promise<void> {
  await rows.rpc('accept_invitation', { token }).throwOnError();
}
