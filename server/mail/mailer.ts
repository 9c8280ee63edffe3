// Sends emails: over SMTP where there is a server, else as files in the outbox. Waits for nobody longer than its limits, and never logs what an email says.
import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { EmailMessage } from './email-templates.ts';
import { openOutbox } from './outbox.ts';

/** Gets one letter out or rejects. */
export type SendEmail = (letter: EmailMessage) => Promise<void>;

export type Mailer = {
  /** Resolves when the letter is out; rejects with EmailNotSent within seconds. */
  send: SendEmail;
  /**
   * Composes and sends emails after the answer, each step tried three times, so that no answer shows by its time whether there was an email.
   * Throws MailerBusy where too many are under way.
   */
  dispatch(compose: () => Promise<EmailMessage[]>): void;
  /**
   * From now on no letter is tried again. Resolves when everything that was dispatched until `last` settled is out or given up; after the
   * patience, in milliseconds, what is still under way is given up.
   */
  close(last?: Promise<unknown>, patience?: number): Promise<void>;
};

/** The letter did not get out. */
export class EmailNotSent extends Error {}

/** Too many emails are under way: nothing was begun. */
export class MailerBusy extends Error {}

const MOST_UNDERWAY = 1_000;

const PATIENCE_MS = 10_000;
const PAUSES_MS = [1_000, 5_000];

/** A server that stops gives its last requests ten seconds, and letters of theirs a little more. */
const LAST_LETTERS_MS = 12_000;

export type MailerSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>;

export function openMailer(settings: MailerSettings, log: Logger): Mailer {
  const carry = settings.SMTP_URL ? smtp(settings.SMTP_URL, settings.MAIL_FROM) : openOutbox(settings, log);
  const underway = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function send(letter: EmailMessage): Promise<void> {
    const stopwatch = new AbortController();
    const limit = wait(PATIENCE_MS, undefined, { signal: stopwatch.signal }).then(() => {
      throw new EmailNotSent(`no answer within ${PATIENCE_MS / 1000} seconds`);
    });
    try {
      await Promise.race([carry(letter), limit]);
    } catch (error) {
      throw new EmailNotSent((error as Error).message, { cause: error });
    } finally {
      stopwatch.abort();
      limit.catch(() => {}); // the letter was quicker
    }
  }

  /** False where the post closes before the pause is over. */
  const isOver = (pause: number) => wait(pause, true, { signal: closing.signal }).catch(() => false);
  const lose = (reason: string) => log.error({ msg: 'a letter did not get out', reason });

  /** Undefined where every try failed. */
  async function insist<T>(work: () => Promise<T>, [pause, ...later] = PAUSES_MS): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const mayTryAgain = pause !== undefined && (await isOver(pause));
      if (mayTryAgain) return insist(work, later);
      lose((error as Error).message);
      return undefined;
    }
  }

  async function composeAndSend(compose: () => Promise<EmailMessage[]>): Promise<void> {
    const letters = (await insist(compose)) ?? [];
    await Promise.all(letters.map((letter) => insist(() => send(letter))));
  }

  return {
    send,
    dispatch: (compose) => {
      if (underway.size >= MOST_UNDERWAY) throw new MailerBusy(`${MOST_UNDERWAY} emails are under way already`);
      const work = composeAndSend(compose).finally(() => underway.delete(work));
      underway.add(work);
    },
    close: async (last, patience = LAST_LETTERS_MS) => {
      const limit = wait(patience, undefined, { ref: false });
      closing.abort();
      await last;
      await Promise.race([Promise.all(underway), limit]);
      for (const _ of underway) lose('the server stops');
    },
  };
}

function smtp(url: string, from: string): SendEmail {
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: PATIENCE_MS };
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true });
  return async (letter) => {
    await transport.sendMail({ from, ...letter });
  };
}
