import { checkNewPassword } from '../auth/checks.ts';

export type NewUserEntries = { fullName: string; password: string; repeated: string };
export type InviteEntries = { email: string; customerId: string };

export type Errors<Entries> = Partial<Record<keyof Entries, string>>;

/** What somebody without an account has to say to join. */
export function checkNewUser({ fullName, ...passwords }: NewUserEntries): Errors<NewUserEntries> {
  return { ...(fullName.trim() === '' && { fullName: 'Full name is required' }), ...checkNewPassword(passwords) };
}

const ADDRESS = /^[^@\s]+@[^@\s]+$/;

/** What an invitation needs. */
export function checkInvite({ email, customerId }: InviteEntries): Errors<InviteEntries> {
  return {
    ...(email.trim() === ''
      ? { email: 'An email is required.' }
      : !ADDRESS.test(email.trim()) && { email: 'Enter a complete email address.' }),
    ...(customerId === '' && { customerId: 'A customer is required.' }),
  };
}

/** Whether something is missing, rather than wrong. */
export const isIncomplete = ({ email, customerId }: InviteEntries) => email.trim() === '' || customerId === '';
