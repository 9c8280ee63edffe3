import { isEmailAddress } from '#domain/email.ts';
import { lengthError, textLengths } from '#domain/limits.ts';
import type { MemberRole } from '#domain/member-roles.ts';
import { checkNewPassword, type NewPasswordValues } from '@/features/auth/checks.ts';
import { texts } from './texts.ts';

export type NewUserValues = NewPasswordValues & { fullName: string };
export type InviteValues = { email: string; customerId: string; role: MemberRole };

type Errors<Values> = Partial<Record<keyof Values, string>>;

export function checkNewUser({ fullName, ...passwords }: NewUserValues): Errors<NewUserValues> {
  const name = fullName.trim();
  const error = name === '' ? texts.newUser.nameMissing : lengthError(texts.newUser.name, name, textLengths.fullName);
  return { ...(error && { fullName: error }), ...checkNewPassword(passwords) };
}

/** `email` may hold several addresses. */
export function checkInvite({ email, customerId }: Omit<InviteValues, 'role'>): Errors<InviteValues> {
  const emailError = checkEmailList(email);
  return {
    ...(emailError && { email: emailError }),
    ...(customerId === '' && { customerId: texts.invite.customerMissing }),
  };
}

function checkEmailList(text: string): string | undefined {
  const { invalid } = parseEmailList(text);
  if (isBlank(text)) return texts.invite.emailMissing;
  return invalid.length === 0 ? undefined : texts.invite.invalidEmails(invalid);
}

/** Whether a value is missing, rather than invalid. */
export const isIncomplete = ({ email, customerId }: Omit<InviteValues, 'role'>) => isBlank(email) || customerId === '';

/** Whether a text has nothing but separators. */
function isBlank(text: string): boolean {
  const { emails, invalid } = parseEmailList(text);
  return emails.length + invalid.length === 0;
}

/** Parses a pasted list of email addresses, separated by commas, semicolons or white space, with or without names as in `Ada Lovelace <ada@x.test>`: each address once, without regard to case, and the words that are none. */
export function parseEmailList(text: string) {
  const words = withoutNames(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const distinct = words.filter((word, index) => words.findIndex((other) => isSame(word, other)) === index);
  return { emails: distinct.filter(isEmailAddress), invalid: distinct.filter((word) => !isEmailAddress(word)) };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Removes the names before addresses in angle brackets, but keeps a word that is an address itself. */
function withoutNames(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, ' ');
  return unquoted.replaceAll(/([^,;\n<>]*)<(?:mailto:)?([^<>]*)>/g, (_, before: string, email: string) => {
    const others = before.split(/\s+/).filter(isEmailAddress);
    return ` ${[...others, email].join(' ')} `;
  });
}
