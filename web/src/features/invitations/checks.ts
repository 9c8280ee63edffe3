import { lengthError, textLengths } from '#domain/limits.ts';
import { checkNewPassword, type NewPasswordValues } from '@/features/auth/checks.ts';
import { parseEmailList } from './inviting/email-list.ts';
import { texts } from './texts.ts';

export type NewUserValues = NewPasswordValues & { fullName: string };
export type InviteValues = { email: string; customerId: string };

type Errors<Values> = Partial<Record<keyof Values, string>>;

export function checkNewUser({ fullName, ...passwords }: NewUserValues): Errors<NewUserValues> {
  const name = fullName.trim();
  const error = name === '' ? texts.newUser.nameMissing : lengthError(texts.newUser.name, name, textLengths.fullName);
  return { ...(error && { fullName: error }), ...checkNewPassword(passwords) };
}

/** `email` may hold several addresses. */
export function checkInvite({ email, customerId }: InviteValues): Errors<InviteValues> {
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
export const isIncomplete = ({ email, customerId }: InviteValues) => isBlank(email) || customerId === '';

/** Whether a text has nothing but separators. */
function isBlank(text: string): boolean {
  const { emails, invalid } = parseEmailList(text);
  return emails.length + invalid.length === 0;
}
