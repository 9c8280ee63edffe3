import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { type Config, siteUrl } from '#server/config.ts';
import { smtpOptions } from '../../supabase/functions/smtp.ts';
import { type Diagnosis, failed, ok, warning } from './diagnosis.ts';

const GIGABYTE = 2 ** 30;

export function checkDisk({ DATA_DIR, DATABASE_URL, DISK_RESERVE }: Config): Diagnosis {
  if (DATABASE_URL) return ok('disk', 'not used: DATABASE_URL is set');
  let folder = DATA_DIR;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, blocks, bsize } = statfsSync(folder);
  const message = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB of ${((blocks * bsize) / GIGABYTE).toFixed(1)} GB free at ${folder}`;
  const reserve = DISK_RESERVE === undefined ? 2 : DISK_RESERVE / 1024;
  if (bavail * bsize < reserve * GIGABYTE)
    return failed('disk', message, `free some space now: below ${reserve} GB nothing can be saved`);
  return bavail * bsize < 2 * reserve * GIGABYTE
    ? warning('disk', message, 'free some space soon, or move DATA_DIR')
    : ok('disk', message);
}

export function checkWebApp(): Diagnosis {
  const built = existsSync(path.join(import.meta.dirname, '../../dist/web/index.html'));
  return built ? ok('web app', 'built') : failed('web app', 'not built', 'run npm run build, or start with npm start');
}

export async function checkMail({ SMTP_URL, ...config }: Config): Promise<Diagnosis> {
  if (!SMTP_URL) {
    const outbox = path.join(config.DATA_DIR, 'outbox');
    return warning('mail', `emails are not sent but written to ${outbox}`, 'set SMTP_URL and MAIL_FROM to send them');
  }
  const transport = createTransport({
    ...smtpOptions(SMTP_URL, siteUrl(config)),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
  });
  const host = new URL(SMTP_URL).host;
  try {
    await transport.verify();
    return ok('mail', `${host} accepts emails`);
  } catch (error) {
    return failed(
      'mail',
      `${host} accepts no emails (${(error as Error).message})`,
      'correct SMTP_URL, or that server',
    );
  } finally {
    transport.close();
  }
}
