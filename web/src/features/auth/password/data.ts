import { accounts, orThrow, pageUrl } from '@/lib/backend.ts';
import { paths } from '@/paths.ts';

/** Mails a link and a code for choosing a new password, if the account exists. */
export const requestPasswordReset = (email: string) =>
  orThrow(accounts.resetPasswordForEmail(email, { redirectTo: pageUrl(paths.newPassword) }));

/** Signs in with the code of the email, which may be read on another device. */
export const verifyRecoveryCode = (email: string, code: string) =>
  orThrow(accounts.verifyOtp({ type: 'recovery', email, token: code }));

/** The current password, or a code that was mailed. */
export type Verification = { password?: string; code?: string };

/** Sets a new password, which signs out every other device. */
export const changePassword = (password: string, verification: Verification = {}) =>
  orThrow(
    accounts.updateUser({
      password,
      ...(verification.password !== undefined && { current_password: verification.password }),
      ...(verification.code !== undefined && { nonce: verification.code }),
    }),
  );

/** Mails a code that replaces the current password. */
export const sendVerificationCode = () => orThrow(accounts.reauthenticate());
