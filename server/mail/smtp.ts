// Delivers emails over SMTP: once each, with the account of SMTP_URL, and encrypted where there is a password.
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { plainName } from '#domain/name.ts';
import { type Config, siteUrl } from '../config.ts';

/** An email as it is sent: with headers, in MIME. */
export type ComposedEmail = { envelope: { from: string | false; to: string[] }; raw: Buffer };

/** Only a failed email may be sent again: a rejected one is rejected for good, and the server may deliver one that it has not confirmed. */
type Outcome = 'failed' | 'rejected' | 'unconfirmed';

export class EmailNotSent extends Error {
  readonly outcome: Outcome;

  constructor(message: string, { outcome, ...options }: ErrorOptions & { outcome: Outcome }) {
    super(message, options);
    this.outcome = outcome;
  }
}

/** Timeout of the connection, the account, the sender and the recipient: all that precedes the email. */
const HANDOVER_MS = 10_000;

/** A server may check the content for ten minutes before it confirms the email (RFC 5321, 4.5.3.2.6). */
const CONFIRMATION_MS = 600_000;

/** A mail server may answer with any bytes and at any length. */
const MAX_REASON = 500;

type SmtpSettings = Pick<Config, 'SITE_URL' | 'HOST' | 'PORT'> & { SMTP_URL: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Nodemailer's options. With a password in SMTP_URL, the account is never skipped where the server offers none, and the password is sent to another
 * machine over TLS only. They are parameters of the URL, because nodemailer prefers those to its other options.
 */
export function smtpOptions(config: SmtpSettings) {
  const url = new URL(config.SMTP_URL);
  if (url.username || url.password) {
    url.searchParams.set('forceAuth', 'true');
    if (!LOOPBACK.test(url.hostname)) url.searchParams.set('requireTLS', 'true');
  }
  const { hostname } = new URL(siteUrl(config));
  const isDomain = /\.[a-z][a-z0-9-]*$/i.test(hostname);
  return { url: url.href, ...(isDomain && { name: hostname }), disableFileAccess: true, disableUrlAccess: true };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** Whether the server answers to the recipient or the content. A refused password or sender is about all emails, until somebody corrects it. */
const isAboutEmail = (command = '') => command === 'RCPT TO' || command === 'DATA';

/** Returns a function that resolves once the server has confirmed an email, and rejects with EmailNotSent. */
export function openSmtp(config: SmtpSettings): (email: ComposedEmail) => Promise<void> {
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: CONFIRMATION_MS };
  const transport = createTransport({ ...smtpOptions(config), ...limits });
  return async ({ envelope, raw }) => {
    const body = Readable.from([raw]);
    const handover = new AbortController();
    const late = setTimeout(() => handover.abort(), HANDOVER_MS);
    let isHandedOver = false;
    body.once('end', () => {
      isHandedOver = true;
      clearTimeout(late);
    });
    try {
      await transport.sendMail({ envelope, raw: body, signal: handover.signal });
    } catch (error) {
      const { message, code, command, responseCode } = error as SmtpError;
      const reason = handover.signal.aborted
        ? `no answer within ${HANDOVER_MS / 1000} seconds`
        : code === 'EAUTH' // nodemailer 10.6.1 calls a refused password of ours `permanent`, like a refused recipient
          ? `the mail server refuses the user or password of SMTP_URL (${message})`
          : message;
      const isRejected = responseCode !== undefined && responseCode >= 500 && isAboutEmail(command);
      const unanswered = isHandedOver ? 'unconfirmed' : 'failed';
      const outcome = isRejected ? 'rejected' : responseCode ? 'failed' : unanswered;
      throw new EmailNotSent(plainName(reason).slice(0, MAX_REASON), { outcome, cause: error });
    } finally {
      clearTimeout(late);
    }
  };
}
