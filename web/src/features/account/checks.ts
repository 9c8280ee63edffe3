import type { User } from '@supabase/auth-js';
import { checkNewPassword, type NewPasswordEntries } from '@/features/auth/checks.ts';

/** What a user shows before what opens the account changes. */
export type Shown = 'current' | 'code' | 'nothing';

type PasswordChange = NewPasswordEntries & { proof: string };

export function checkProof(proof: string, shown: Shown): { proof?: string } {
  const asked = shown === 'current' ? 'Enter your current password' : 'Enter the code from the email';
  return shown !== 'nothing' && proof.trim() === '' ? { proof: asked } : {};
}

export const checkPasswordChange = ({ proof, ...passwords }: PasswordChange, shown: Shown) => ({
  ...checkProof(proof, shown),
  ...checkNewPassword(passwords),
});

/** Whether the user can sign in with a password, as far as the app can know. */
export const hasPassword = ({ identities }: Pick<User, 'identities'>): boolean =>
  identities?.some(({ provider }) => provider === 'email') ?? true;
