import type { NewAccount } from '@/features/session/actions.ts';
import { lacksSecondFactor } from '@/features/session/signed-in.ts';
import { accounts, pageUrl } from '@/lib/backend.ts';
import { hasCode } from '@/lib/failure.ts';
import { readData, rows } from '@/lib/rows.ts';

/** The invited email already has an account. */
export class AccountExists extends Error {}

/** Signed in, or what is still missing. */
export type SignInState = 'signed-in' | 'unconfirmed' | 'lacks-second-factor';

/**
 * Creates an account for the invited email. If it exists with this very password, signs in: an earlier response may have been lost.
 * Throws AccountExists for any other existing account.
 */
export async function signUpInvited({ email, password, fullName }: NewAccount, returnTo: string): Promise<SignInState> {
  const { data, error } = await (await accounts()).signUp({
    email,
    password,
    options: { emailRedirectTo: pageUrl(returnTo), data: { full_name: fullName } },
  });
  if (hasCode(error, 'user_already_exists')) {
    return signInInvited(email, password).catch(() => {
      throw new AccountExists();
    });
  }
  if (error) throw error;
  if (data.session) return 'signed-in';
  // Where emails must be confirmed, this server answers every sign-up alike, and its email says that there is an account. A
  // hosted project sends none; its response for an existing account has no identities.
  if (data.user?.identities?.length === 0) throw new AccountExists();
  return 'unconfirmed';
}

export async function signInInvited(email: string, password: string): Promise<SignInState> {
  const { data, error } = await (await accounts()).signInWithPassword({ email, password });
  if (error) throw error;
  return lacksSecondFactor(data.session) ? 'lacks-second-factor' : 'signed-in';
}

/** Makes the signed-in user a member. Accepting again has no effect. */
export const acceptInvitation = (token: string) => readData(rows.rpc('accept_invitation', { token }));
