// In charge of what a call must say. Refuses, naming the field, what cannot be an invitation's.
import { isEmailAddress } from '../../../domain/email.ts';
import { plainName } from '../../../domain/name.ts';
import { FunctionError } from '../endpoint.ts';

export type InvitationBody = {
  email: string;
  customerName: string;
  inviterName: string;
  token: string;
  /** As the database gave it; kept as text, for a date would lose its microseconds. */
  expiresAt: string;
};

const longestText = 500;
const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** The call's body. Throws FunctionError 400 that names the first field that does not fit. */
export function readBody(json: unknown): InvitationBody {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new FunctionError(400, 'The body must be a JSON object');
  }
  const fields = json as Record<string, unknown>;
  return {
    email: readEmail('email', fields.email),
    customerName: readLine('customerName', fields.customerName),
    inviterName: readName('inviterName', fields.inviterName),
    token: readLine('token', fields.token),
    expiresAt: readInstant('expiresAt', fields.expiresAt),
  };
}

function refuse(field: string, must: string): never {
  throw new FunctionError(400, `${field} must be ${must}`);
}

function readEmail(field: string, value: unknown): string {
  const email = readLine(field, value);
  return isEmailAddress(email) ? email : refuse(field, `an email address, which '${email.slice(0, 100)}' is not`);
}

/** The inviter's own name, which only the mail shows: made plain rather than rejected. */
function readName(field: string, value: unknown): string {
  return readLine(field, typeof value === 'string' ? plainName(value.toWellFormed()) : value);
}

/** One line, because it may become a mail's subject. */
function readLine(field: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') refuse(field, 'a text that is not blank');
  const text = value.toWellFormed();
  if ([...text].length > longestText) refuse(field, `at most ${longestText} characters long`);
  return /\p{Cc}/u.test(text) ? refuse(field, 'one line of text') : text;
}

function readInstant(field: string, value: unknown): string {
  const isInstant = typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));
  return isInstant ? value : refuse(field, 'a date and time such as 2026-01-31T12:00:00Z');
}
