import { texts } from '../texts.ts';

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
