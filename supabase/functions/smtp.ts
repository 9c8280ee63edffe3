// Composes emails and delivers them over SMTP: once each, with the account of SMTP_URL, and encrypted where there is a password.
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { EmailBrand } from '../../domain/email-html.ts';
import { type EmailMessage, EmailNotSent } from '../../domain/email-message.ts';
import { parseMailSender } from '../../domain/mail-sender.ts';
import { plainName } from '../../domain/name.ts';
import type { SendMail } from './send-mail.ts';

/** An email as it is sent: with headers, in MIME. */
export type ComposedEmail = { envelope: { from: string | false; to: string[] }; raw: Buffer };

/** Timeout of the connection, the account, the sender and the recipient: all that precedes the email. */
const HANDOVER_MS = 10_000;

/** A server may check the content for ten minutes before it confirms the email (RFC 5321, 4.5.3.2.6). */
const CONFIRMATION_MS = 600_000;

/** A proxy would end a request that waits longer. */
const REQUEST_MS = 50_000;

/** A mail server may answer with any bytes and at any length. */
const MAX_REASON = 500;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Nodemailer's options. With a password in SMTP_URL, the account is never skipped where the server offers none, and the password is sent to another
 * machine over TLS only. They are parameters of the URL, because nodemailer prefers those to its other options.
 */
export function smtpOptions(smtpUrl: string, siteUrl: string) {
  const url = new URL(smtpUrl);
  if (url.username || url.password) {
    url.searchParams.set('forceAuth', 'true');
    if (!LOOPBACK.test(url.hostname)) url.searchParams.set('requireTLS', 'true');
  }
  const { hostname } = new URL(siteUrl);
  const isDomain = /\.[a-z][a-z0-9-]*$/i.test(hostname);
  return { url: url.href, ...(isDomain && { name: hostname }), disableFileAccess: true, disableUrlAccess: true };
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** Whether the server answers to the recipient or the content. A refused password or sender is about all emails, until somebody corrects it. */
const isAboutEmail = (command = '') => command === 'RCPT TO' || command === 'DATA';

/** Returns a function that resolves once the server has confirmed an email, and rejects with EmailNotSent. */
export function openSmtp(smtpUrl: string, siteUrl: string): (email: ComposedEmail) => Promise<void> {
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: CONFIRMATION_MS };
  const transport = nodemailer.createTransport({ ...smtpOptions(smtpUrl, siteUrl), ...limits });
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

/** Rejects with EmailNotSent if the mail server does not confirm an email within 50 seconds. */
export async function confirmInTime(delivery: Promise<void>): Promise<void> {
  const sent = new AbortController();
  const late = wait(REQUEST_MS, undefined, { ref: false, signal: sent.signal }).then(() => {
    throw new EmailNotSent(`the mail server has not confirmed the email within ${REQUEST_MS / 1000} seconds`, {
      outcome: 'unconfirmed',
    });
  });
  try {
    await Promise.race([delivery, late]);
  } finally {
    late.catch(() => {});
    sent.abort(); // thousands of timers would hold their emails
  }
}

/** Each attempt to send an email has the same Message-ID. */
export function openComposer(sender: string): (message: EmailMessage, brand: EmailBrand) => Promise<ComposedEmail> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const automatic = { 'Auto-Submitted': 'auto-generated' }; // RFC 3834: no automatic reply
  const from = parseMailSender(sender);
  return async ({ render, messageId, headers = {}, ...addresses }, brand) => {
    const named = brand.sender_name ? { ...from, name: brand.sender_name } : from;
    const prepared = Object.entries(headers).map(([key, value]) => [key, { prepared: true, value }]);
    const email = {
      from: named,
      headers: { ...automatic, ...Object.fromEntries(prepared) },
      ...(messageId && { messageId: `<${messageId}>` }),
      ...addresses,
      ...render(brand),
    };
    const { envelope, message: raw } = await composer.sendMail(email);
    return { envelope, raw: raw as Buffer };
  };
}

type SenderSettings = { smtpUrl: string; sender: string; siteUrl: string };

/** Returns a function of a hosted project that resolves once the server has confirmed an email, and rejects with EmailNotSent. Our own server has server/mail. */
export function openSender({ smtpUrl, sender, siteUrl }: SenderSettings) {
  const compose = openComposer(sender);
  const deliver = openSmtp(smtpUrl, siteUrl);
  return async (message: EmailMessage, brand: EmailBrand = {}): Promise<void> =>
    confirmInTime(deliver(await compose(message, brand)));
}

/** Sends emails of a hosted project that are rendered already. Without a URL nothing is sent. Wrong settings are errors of the first email. */
export function openSmtpSender({
  smtpUrl,
  ...settings
}: Omit<SenderSettings, 'smtpUrl'> & { smtpUrl: string | undefined }): SendMail {
  let send: ReturnType<typeof openSender> | undefined;
  return async ({ to, replyTo, ...email }) => {
    if (!smtpUrl) return false;
    send ??= openSender({ smtpUrl, ...settings });
    await send({ to, ...(replyTo && { replyTo }), render: () => email });
    return true;
  };
}
