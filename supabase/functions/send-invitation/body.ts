import { z } from 'zod';
import { isEmailAddress } from '../../../domain/email.ts';
import { plainName } from '../../../domain/name.ts';

const MAX_LENGTH = 500;
const notBlank = 'a text that is not blank';

/** One line, because it may become part of an email's subject. */
const line = z
  .string(notBlank)
  .refine((text) => text.trim() !== '', notBlank)
  .overwrite((text) => text.toWellFormed())
  .refine((text) => [...text].length <= MAX_LENGTH, `at most ${MAX_LENGTH} characters long`)
  .refine((text) => !/\p{Cc}/u.test(text), 'one line of text');

const timestamp = 'a date and time such as 2026-01-31T12:00:00Z';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** The body of a request to send-invitation. */
export const invitationBody = z.object({
  email: line.refine(isEmailAddress, {
    error: ({ input }) => `an email address, which '${String(input).slice(0, 100)}' is not`,
  }),
  customerName: line,
  /** Shown in the email only, so it is cleaned rather than rejected. */
  inviterName: z.preprocess((name) => (typeof name === 'string' ? plainName(name.toWellFormed()) : name), line),
  token: line,
  /** As the database returned it; a Date would lose its microseconds. */
  expiresAt: z.string(timestamp).refine((text) => TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)), timestamp),
});
