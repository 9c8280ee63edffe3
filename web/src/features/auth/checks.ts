import type { User } from '@supabase/auth-js';
import { texts } from './texts.ts';

const { checks } = texts;

export type LoginValues = { email: string; password: string };

type Errors<Values> = Partial<Record<keyof Values, string>>;

/** Login requires both fields; every other rule is the backend's. */
export function checkLogin({ email, password }: LoginValues): Errors<LoginValues> {
  return {
    ...(email.trim() === '' && { email: checks.email }),
    ...(password === '' && { password: checks.password }),
  };
}

/** A code without the spaces and hyphens that apps put between its digits. */
export const plainCode = (typed: string) => typed.replaceAll(/[\s-]/g, '');

export function checkCode({ code }: { code: string }): Errors<{ code: string }> {
  return /^\d{6}$/.test(plainCode(code)) ? {} : { code: checks.code };
}

export const PASSWORD_MIN_LENGTH = 6;

export type NewPasswordValues = { password: string; repeated: string };

export const NO_PASSWORD: NewPasswordValues = { password: '', repeated: '' };

export function checkPassword({ password }: { password: string }): { password?: string } {
  return password.length < PASSWORD_MIN_LENGTH ? { password: texts.checks.passwordLength(PASSWORD_MIN_LENGTH) } : {};
}

export function checkNewPassword({ password, repeated }: NewPasswordValues): Partial<NewPasswordValues> {
  return {
    ...checkPassword({ password }),
    ...(repeated !== password && { repeated: texts.checks.passwordsDiffer }),
  };
}

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

/** Whether the URL reports the first of two confirmations of an email change. Its text is not shown, because anyone can write a URL. */
export function isFirstOfTwoConfirmed(url: string): boolean {
  const { search, hash } = new URL(url);
  const messages = [search, hash].map((part) => new URLSearchParams(part.slice(1)).get('message'));
  return messages.some((message) => message?.startsWith('Confirmation link accepted'));
}
