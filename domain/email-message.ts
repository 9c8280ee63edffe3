// An email on its way to a mail server, and why it was not sent.
import type { Email, EmailBrand } from './email-html.ts';

export type EmailMessage = {
  to: string;
  replyTo?: string;
  /** Without the angle brackets; a new one if it is left out. */
  messageId?: string;
  /** Lines that are written as they are, in ASCII. */
  headers?: Record<string, string>;
  render(brand?: EmailBrand): Email;
};

/** Only a failed email may be sent again: a rejected one is rejected for good, and the server may deliver one that it has not confirmed. */
type Outcome = 'failed' | 'rejected' | 'unconfirmed';

export class EmailNotSent extends Error {
  readonly outcome: Outcome;

  constructor(message: string, { outcome, ...options }: ErrorOptions & { outcome: Outcome }) {
    super(message, options);
    this.outcome = outcome;
  }
}
