import type { User } from '@supabase/auth-js';

export const PASSWORD_MIN_LENGTH = 6;

export type NewPasswordValues = { password: string; repeated: string };

export const NO_PASSWORD: NewPasswordValues = { password: '', repeated: '' };

export function checkPassword({ password }: { password: string }): { password?: string } {
  return password.length < PASSWORD_MIN_LENGTH
    ? { password: `Password must be at least ${PASSWORD_MIN_LENGTH} characters` }
    : {};
}

export function checkNewPassword({ password, repeated }: NewPasswordValues): Partial<NewPasswordValues> {
  return {
    ...checkPassword({ password }),
    ...(repeated !== password && { repeated: 'Passwords do not match' }),
  };
}

/** How a signed-in user shows who they are before a sensitive change. An account without a password starts with 'none'. */
export type VerificationMethod = 'password' | 'code' | 'none';

export function checkVerification(verification: string, method: VerificationMethod): { verification?: string } {
  if (method === 'none' || verification.trim() !== '') return {};
  return { verification: method === 'password' ? 'Enter your current password' : 'Enter the code from the email' };
}

export const checkPasswordChange = (
  { verification, ...passwords }: NewPasswordValues & { verification: string },
  method: VerificationMethod,
) => ({ ...checkVerification(verification, method), ...checkNewPassword(passwords) });

/** Whether the user has a password, as far as the client can know. */
export const hasPassword = ({ identities }: Pick<User, 'identities'>): boolean =>
  identities?.some(({ provider }) => provider === 'email') ?? true;
