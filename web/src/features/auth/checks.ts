export const PASSWORD_MINIMUM = 6;

export type LoginEntries = { email: string; password: string };
type SignUpEntries = LoginEntries & { fullName: string };
export type NewPasswordEntries = { password: string; repeated: string };

type Errors<Entries> = Partial<Record<keyof Entries, string>>;

const TOO_SHORT = `Password must be at least ${PASSWORD_MINIMUM} characters`;

/** What login needs; whether it is right is for the backend to say. */
export function checkLogin({ email, password }: LoginEntries): Errors<LoginEntries> {
  return {
    ...(email.trim() === '' && { email: 'Enter your email' }),
    ...(password === '' && { password: 'Enter your password' }),
  };
}

/** The one rule of a sign-up that is checked here; every other is the backend's. */
export function checkSignUp({ password }: SignUpEntries): Errors<SignUpEntries> {
  return password.length < PASSWORD_MINIMUM ? { password: TOO_SHORT } : {};
}

/** A password that is chosen is typed twice. */
export function checkNewPassword({ password, repeated }: NewPasswordEntries): Errors<NewPasswordEntries> {
  return {
    ...(password.length < PASSWORD_MINIMUM && { password: TOO_SHORT }),
    ...(repeated !== password && { repeated: 'Passwords do not match' }),
  };
}

/** A code as it is sent, whatever the app from which it was copied puts between the digits. */
export const plainCode = (typed: string) => typed.replaceAll(/[\s-]/g, '');

export function checkCode({ code }: { code: string }): Errors<{ code: string }> {
  return /^\d{6}$/.test(plainCode(code)) ? {} : { code: 'Enter the six digits' };
}
