import { lengthError, textLengths } from '#domain/limits.ts';
import { checkNewPassword } from '@/features/auth/checks.ts';
import { readAddresses } from './inviting/addresses.ts';

export type NewUserEntries = { fullName: string; password: string; repeated: string };
export type InviteEntries = { email: string; customerId: string };

export type Errors<Entries> = Partial<Record<keyof Entries, string>>;

/** What somebody without an account has to say to join. */
export function checkNewUser({ fullName, ...passwords }: NewUserEntries): Errors<NewUserEntries> {
  const name = fullName.trim();
  const fault = name === '' ? 'Full name is required' : lengthError('The full name', name, textLengths.fullName);
  return { ...(fault && { fullName: fault }), ...checkNewPassword(passwords) };
}

/** What an invitation needs; the email may be several addresses. */
export function checkInvite({ email, customerId }: InviteEntries): Errors<InviteEntries> {
  const { strange } = readAddresses(email);
  const wrong = strange.map((word) => `“${word}”`).join(', ');
  return {
    ...(strange.length > 0
      ? { email: `Enter complete email addresses: ${wrong} ${strange.length === 1 ? 'is none' : 'are none'}.` }
      : isBlank(email) && { email: 'An email is required.' }),
    ...(customerId === '' && { customerId: 'A customer is required.' }),
  };
}

/** Whether something is missing, rather than wrong. */
export const isIncomplete = ({ email, customerId }: InviteEntries) => isBlank(email) || customerId === '';

/** Whether there is nothing but what parts addresses, such as a semicolon. */
function isBlank(email: string): boolean {
  const { addresses, strange } = readAddresses(email);
  return addresses.length + strange.length === 0;
}
