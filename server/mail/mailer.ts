// Sends emails over SMTP or, without a server, into the outbox folder. Never logs their content.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EmailBrand } from '#domain/email-html.ts';
import { type EmailMessage, EmailNotSent } from '#domain/email-message.ts';
import { type ComposedEmail, confirmInTime, openComposer, openSmtp } from '../../supabase/functions/smtp.ts';
import { type Config, siteUrl } from '../config.ts';

export type Mailer = {
  /** Sends one email. Rejects with EmailNotSent: within 10 seconds if the mail server does not take the email, within 50 if it does not confirm it. */
  send(message: EmailMessage): Promise<void>;
  /**
   * Composes and sends emails in the background, with three attempts for each step that may be repeated, so that the time of a response does not
   * reveal whether there is an email. Throws MailerBusy.
   */
  sendLater(compose: () => Promise<EmailMessage[]>): void;
  /**
   * Stops all retries. Resolves when the emails that were submitted until `last` settled are sent or abandoned, at the latest
   * after `timeout` milliseconds.
   */
  close(last?: Promise<unknown>, timeout?: number): Promise<void>;
};

/** Too many emails are pending; nothing was started. */
export class MailerBusy extends Error {}

const PENDING_LIMIT = 1_000;

const RETRY_DELAYS_MS = [1_000, 5_000];

/** A server that stops gives its last requests ten seconds, and their emails a little more. */
const CLOSE_TIMEOUT_MS = 12_000;

type MailerSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'SITE_URL' | 'HOST' | 'PORT'>;

export function openMailer(
  settings: MailerSettings,
  log: Logger,
  readBrand: () => Promise<EmailBrand> = async () => ({}),
): Mailer {
  const { SMTP_URL } = settings;
  const deliver = SMTP_URL ? openSmtp(SMTP_URL, siteUrl(settings)) : openOutboxFolder(settings, log);
  const composeFor = openComposer(settings.MAIL_FROM);
  const compose = async (message: EmailMessage) => composeFor(message, await readBrand());
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();

  /** False where the mailer closes before. */
  const waitToRetry = (delay: number) => wait(delay, true, { signal: closing.signal }).catch(() => false);
  const logFailure = (reason: string, msg = 'email not sent') => log.error({ msg, reason });

  /** Undefined where every attempt failed. */
  async function retry<T>(work: () => Promise<T>, [delay, ...others] = RETRY_DELAYS_MS): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const outcome = error instanceof EmailNotSent ? error.outcome : 'failed';
      if (outcome === 'failed' && delay !== undefined && (await waitToRetry(delay))) return retry(work, others);
      logFailure((error as Error).message, outcome === 'unconfirmed' ? 'email not confirmed' : undefined);
      return undefined;
    }
  }

  async function composeAndSend(write: () => Promise<EmailMessage[]>): Promise<void> {
    const messages = (await retry(write)) ?? [];
    const emails = await Promise.all(messages.map(compose));
    await Promise.all(emails.map((email) => retry(() => deliver(email))));
  }

  return {
    send: async (message) => confirmInTime(deliver(await compose(message))),
    sendLater: (write) => {
      if (pending.size >= PENDING_LIMIT) throw new MailerBusy(`${PENDING_LIMIT} emails are pending already`);
      const work = composeAndSend(write).finally(() => pending.delete(work));
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

/** Sends nothing and keeps nothing, for a public demo. */
export const noMailer: Mailer = {
  send: async () => {},
  sendLater: () => {},
  close: async (last) => void (await last),
};

/** Writes emails to files that only the server's own user can read. */
function openOutboxFolder({ DATA_DIR }: MailerSettings, log: Logger): (email: ComposedEmail) => Promise<void> {
  const directory = path.join(DATA_DIR, 'outbox');
  return async ({ raw }) => {
    const file = path.join(directory, outboxFileName(new Date()));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, raw, { mode: 0o600, flag: 'wx' });
    log.info({ msg: 'email written to the outbox', file, reason: 'SMTP_URL is not set' });
  };
}

/** Names sort by time; the random suffix makes them unique. */
const outboxFileName = (now: Date) => `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
