// Writes emails to files where SMTP_URL is not set. Only the server's own user can read them.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailerSettings, SendEmail } from './mailer.ts';

export function openOutbox({ DATA_DIR, MAIL_FROM }: MailerSettings, log: Logger): SendEmail {
  const directory = path.join(DATA_DIR, 'outbox');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (email) => {
    const { message } = await transport.sendMail({ from: MAIL_FROM, ...email });
    const file = path.join(directory, nameOf(new Date()));
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
    log.info({ msg: 'email written to the outbox', file, reason: 'SMTP_URL is not set' });
  };
}

/** Names sort by time; the random suffix makes them unique. */
const nameOf = (now: Date) => `${now.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
