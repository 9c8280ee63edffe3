import { textLengths } from './limits.ts';

/** The HTML standard's pattern for `input type=email`, which GoTrue checks too. `private.is_email` is the same rule in SQL. */
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Whether an account can have this email address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= textLengths.email && PATTERN.test(text);
}
