import { isEmailAddress } from '#domain/email.ts';
import { texts } from './texts.ts';

/** The error of a field for one email address. */
export function checkEmail(typed: string): { email?: string } {
  const address = typed.trim();
  if (address === '') return { email: texts.email.missing };
  return isEmailAddress(address) ? {} : { email: texts.email.invalid };
}
