import type { User } from '@supabase/auth-js';
import { texts } from '../texts.ts';
import { checkNewPassword, type NewPasswordValues } from './rules.ts';

/** How a signed-in user shows who they are before a sensitive change. An account without a password starts with 'none'. */
export type VerificationMethod = 'password' | 'code' | 'none';

export function checkVerification(verification: string, method: VerificationMethod): { verification?: string } {
  if (method === 'none' || verification.trim() !== '') return {};
  return { verification: method === 'password' ? texts.checks.currentPassword : texts.checks.emailedCode };
}

export const checkPasswordChange = (
  { verification, ...passwords }: NewPasswordValues & { verification: string },
  method: VerificationMethod,
) => ({ ...checkVerification(verification, method), ...checkNewPassword(passwords) });

/** Whether the user has a password, as far as the client can know. */
export const hasPassword = ({ identities }: Pick<User, 'identities'>): boolean =>
  identities?.some(({ provider }) => provider === 'email') ?? true;
