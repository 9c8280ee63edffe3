import { accounts, pageUrl } from '@/lib/backend.ts';
import { paths } from '@/paths.ts';

/** Mails a link and a code for choosing a new password, if the account exists. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { error } = await accounts.resetPasswordForEmail(email, { redirectTo: pageUrl(paths.newPassword) });
  if (error) throw error;
}

/** Signs in with the code of the email, which may be read on another device. */
export async function verifyRecoveryCode(email: string, code: string): Promise<void> {
  const { error } = await accounts.verifyOtp({ type: 'recovery', email, token: code });
  if (error) throw error;
}

/** The current password, or a code that was mailed. */
export type Verification = { password?: string; code?: string };

/** Sets a new password, which signs out every other device. */
export async function changePassword(password: string, verification: Verification = {}): Promise<void> {
  const { error } = await accounts.updateUser({
    password,
    ...(verification.password !== undefined && { current_password: verification.password }),
    ...(verification.code !== undefined && { nonce: verification.code }),
  });
  if (error) throw error;
}

/** Mails a code that replaces the current password. */
export async function sendVerificationCode(): Promise<void> {
  const { error } = await accounts.reauthenticate();
  if (error) throw error;
}
