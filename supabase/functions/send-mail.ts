import type { Email } from '../../domain/email-html.ts';
import { FunctionError } from './endpoint.ts';

export type AddressedEmail = Email & { to: string; replyTo?: string };

/** Sends an email. Resolves with false if there is no SMTP server, so that it was stored at most. */
export type SendMail = (email: AddressedEmail) => Promise<boolean>;

export const noMailServer = () => new FunctionError(503, 'This server can’t send email: SMTP_URL isn’t set');

/** Resolves once the SMTP server has accepted the email. Throws FunctionError 502 or 503. */
export async function requireSent(sent: Promise<boolean>, report: (error: unknown) => void): Promise<void> {
  const isSent = await sent.catch((error) => {
    report(error);
    throw new FunctionError(502, 'The mail server didn’t accept the email');
  });
  if (!isSent) throw noMailServer();
}
