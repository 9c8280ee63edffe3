import { textLengths } from './limits.ts';

/** The address form of the HTML standard (`input type=email`): what browsers accept and GoTrue checks. `private.is_email` is the same rule in SQL. */
const FORM =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Whether an account can have this address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= textLengths.email && FORM.test(text);
}
