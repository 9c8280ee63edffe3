import { checkNewPassword, type NewPasswordEntries } from '../auth/checks.ts';

/** What a person shows to change the password. */
export type Shown = 'current' | 'code' | 'nothing';

type PasswordChange = NewPasswordEntries & { proof: string };

export function checkPasswordChange({ proof, ...passwords }: PasswordChange, shown: Shown) {
  const asked = shown === 'current' ? 'Enter your current password' : 'Enter the code from the email';
  const isMissing = shown !== 'nothing' && proof.trim() === '';
  return { ...(isMissing && { proof: asked }), ...checkNewPassword(passwords) };
}
