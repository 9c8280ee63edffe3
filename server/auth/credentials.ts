// In charge of what an e-mail address and a password may be. Pure: asks no one, stores nothing.
import { isEmailAddress } from '#domain/email.ts';
import { textLengths } from '#domain/limits.ts';

const PASSWORD_MINIMUM = 6;

/** bcrypt reads no further, so two longer passwords with the same beginning would be one. */
const PASSWORD_BYTE_LIMIT = 72;

/** As addresses are stored and compared. */
export const foldEmail = (email: string): string => email.toLowerCase();

/** What is wrong with an address, in words for its owner; undefined when nothing is. */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'An email address is required';
  if (email.length > textLengths.email) return 'An email address is too long';
  if (!isEmailAddress(email)) return 'Unable to validate email address: invalid format';
  return undefined;
}

export type Weakness = { message: string; reasons: 'length'[] };

/** Why a password is too easy; undefined when it is not. Counts characters, as its owner does. */
export function passwordWeakness(password: string): Weakness | undefined {
  if ([...password].length >= PASSWORD_MINIMUM) return undefined;
  return { message: `Password should be at least ${PASSWORD_MINIMUM} characters.`, reasons: ['length'] };
}

export const isTooLongToHash = (password: string): boolean => Buffer.byteLength(password) > PASSWORD_BYTE_LIMIT;
