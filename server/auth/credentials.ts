import { isEmailAddress } from '#domain/email.ts';
import { textLengths } from '#domain/limits.ts';
import { validationFailed } from './errors.ts';

const PASSWORD_MINIMUM = 6;

/** bcrypt ignores all further bytes: longer passwords with the same beginning would be equal. */
const PASSWORD_BYTE_LIMIT = 72;

/** The form in which addresses are stored and compared. */
export const foldEmail = (email: string): string => email.toLowerCase();

/** An error message for the user; undefined for a valid address. */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'An email address is required';
  if (email.length > textLengths.email) return 'An email address is too long';
  if (!isEmailAddress(email)) return 'Unable to validate email address: invalid format';
  return undefined;
}

/** Returns the folded email. Throws validation_failed. */
export function requireEmail(email = ''): string {
  const fault = emailFault(email);
  if (fault) throw validationFailed(fault);
  return foldEmail(email);
}

/** The addresses of the accounts of review links, which only the service creates. */
const GUEST_DOMAIN = '@guest.invalid';

export const isGuestEmail = (email: string): boolean => foldEmail(email).endsWith(GUEST_DOMAIN);

/** Returns the folded email that a user chooses. Throws validation_failed. */
export function requireOwnEmail(email?: string): string {
  const folded = requireEmail(email);
  if (isGuestEmail(folded)) throw validationFailed('This email address cannot be used');
  return folded;
}

type Weakness = { message: string; reasons: 'length'[] };

/** Undefined for a strong password. Counts characters, not bytes. */
export function passwordWeakness(password: string): Weakness | undefined {
  if ([...password].length >= PASSWORD_MINIMUM) return undefined;
  return { message: `Password should be at least ${PASSWORD_MINIMUM} characters.`, reasons: ['length'] };
}

export const isTooLongToHash = (password: string): boolean => Buffer.byteLength(password) > PASSWORD_BYTE_LIMIT;
