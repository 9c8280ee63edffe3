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
