import { lengthError, textLengths } from '#domain/limits.ts';
import { checkNewPassword, type NewPasswordValues } from '@/features/auth/password/rules.ts';
import { parseEmailList } from './inviting/email-list.ts';

export type NewUserValues = NewPasswordValues & { fullName: string };
export type InviteValues = { email: string; customerId: string };

type Errors<Values> = Partial<Record<keyof Values, string>>;

export function checkNewUser({ fullName, ...passwords }: NewUserValues): Errors<NewUserValues> {
  const name = fullName.trim();
  const error = name === '' ? 'Full name is required' : lengthError('The full name', name, textLengths.fullName);
  return { ...(error && { fullName: error }), ...checkNewPassword(passwords) };
}

/** `email` may hold several addresses. */
export function checkInvite({ email, customerId }: InviteValues): Errors<InviteValues> {
  const emailError = checkEmailList(email);
  return {
    ...(emailError && { email: emailError }),
    ...(customerId === '' && { customerId: 'A customer is required.' }),
  };
}

function checkEmailList(text: string): string | undefined {
  const { invalid } = parseEmailList(text);
  if (isBlank(text)) return 'An email is required.';
  if (invalid.length === 0) return undefined;
  const quoted = invalid.map((word) => `“${word}”`).join(', ');
  return invalid.length === 1 ? `${quoted} isn’t a valid email address.` : `${quoted} aren’t valid email addresses.`;
}

/** Whether a value is missing, rather than invalid. */
export const isIncomplete = ({ email, customerId }: InviteValues) => isBlank(email) || customerId === '';

/** Whether a text has nothing but separators. */
function isBlank(text: string): boolean {
  const { emails, invalid } = parseEmailList(text);
  return emails.length + invalid.length === 0;
}
