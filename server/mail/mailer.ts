// Sends emails over SMTP or, without a server, into the outbox. Never logs their content.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { parseMailSender } from '#domain/mail-sender.ts';
import type { Config } from '../config.ts';
import type { EmailMessage } from './email-templates.ts';

/** Sends one email or rejects. */
export type SendEmail = (message: EmailMessage) => Promise<void>;

export type Mailer = {
  /** Rejects with EmailNotSent within seconds. */
  send: SendEmail;
  /**
   * Composes and sends emails in the background, with three attempts for each step, so that the time of a response does not
   * reveal whether there is an email. Throws MailerBusy.
   */
  sendLater(compose: () => Promise<EmailMessage[]>): void;
  /**
   * Stops all retries. Resolves when the emails that were submitted until `last` settled are sent or abandoned, at the latest
   * after `timeout` milliseconds.
   */
  close(last?: Promise<unknown>, timeout?: number): Promise<void>;
};

export class EmailNotSent extends Error {}

/** Too many emails are pending; nothing was started. */
export class MailerBusy extends Error {}

const PENDING_LIMIT = 1_000;

const TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [1_000, 5_000];

/** A server that stops gives its last requests ten seconds, and their emails a little more. */
const CLOSE_TIMEOUT_MS = 12_000;

type MailerSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>;

export function openMailer(settings: MailerSettings, log: Logger): Mailer {
  const transport = settings.SMTP_URL ? openSmtp(settings.SMTP_URL, settings.MAIL_FROM) : openOutbox(settings, log);
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function send(message: EmailMessage): Promise<void> {
    const late = wait(TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`);
    });
    await Promise.race([transport(message), late]).catch((error: Error) => {
      throw new EmailNotSent(reasonOf(error), { cause: error });
    });
  }

  /** False where the mailer closes before. */
  const waitToRetry = (delay: number) => wait(delay, true, { signal: closing.signal }).catch(() => false);
  const logFailure = (reason: string) => log.error({ msg: 'email not sent', reason });

  /** Undefined where every attempt failed. */
  async function retry<T>(work: () => Promise<T>, [delay, ...others] = RETRY_DELAYS_MS): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (delay !== undefined && (await waitToRetry(delay))) return retry(work, others);
      logFailure((error as Error).message);
      return undefined;
    }
  }

  async function composeAndSend(compose: () => Promise<EmailMessage[]>): Promise<void> {
    const messages = (await retry(compose)) ?? [];
    await Promise.all(messages.map((message) => retry(() => send(message))));
  }

  return {
    send,
    sendLater: (compose) => {
      if (pending.size >= PENDING_LIMIT) throw new MailerBusy(`${PENDING_LIMIT} emails are pending already`);
      const work = composeAndSend(compose).finally(() => pending.delete(work));
      pending.add(work);
    },
    close: async (last, timeout = CLOSE_TIMEOUT_MS) => {
      const limit = wait(timeout, undefined, { ref: false });
      closing.abort();
      await last;
      await Promise.race([Promise.all(pending), limit]);
      for (const _ of pending) logFailure('the server stops');
    },
  };
}

/** nodemailer 10.6.1 calls a refused password of ours `permanent`, like a refused recipient. */
const reasonOf = ({ code, message }: Error & { code?: unknown }) =>
  code === 'EAUTH' ? `the mail server refuses the user or password of SMTP_URL (${message})` : message;

function openSmtp(url: string, from: string): SendEmail {
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  return async (message) => {
    await transport.sendMail({ from: parseMailSender(from), ...message });
  };
}

/** Writes emails to files that only the server's own user can read. */
function openOutbox({ DATA_DIR, MAIL_FROM }: MailerSettings, log: Logger): SendEmail {
  const directory = path.join(DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (email) => {
    const { message } = await transport.sendMail({ from: parseMailSender(MAIL_FROM), ...email });
    const file = path.join(directory, nameOf(new Date()));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
    log.info({ msg: 'email written to the outbox', file, reason: 'SMTP_URL is not set' });
  };
}

/** Names sort by time; the random suffix makes them unique. */
const nameOf = (now: Date) => `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
