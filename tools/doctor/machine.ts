// In charge of what the doctor sees of the machine: the disk below the data, the built web app, the mail server. Changes nothing.
import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { type Config, siteOf } from '#server/config.ts';
import { type Finding, look, well, wrong } from './finding.ts';

const GIGABYTE = 2 ** 30;

/** The space that the embedded database has left to grow into. */
export function lookAtDisk({ DATA_DIR, DATABASE_URL }: Config): Finding {
  if (DATABASE_URL) return well('disk', 'the database keeps its data elsewhere');
  let folder = DATA_DIR;
  while (!existsSync(folder)) folder = path.dirname(folder);
  const { bavail, blocks, bsize } = statfsSync(folder);
  const says = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB of ${((blocks * bsize) / GIGABYTE).toFixed(1)} GB are free at ${folder}`;
  if (bavail * bsize < GIGABYTE / 4)
    return wrong('disk', says, 'free some space now: without it nothing can be stored');
  return bavail * bsize < 2 * GIGABYTE
    ? look('disk', says, 'free some space soon, or move DATA_DIR')
    : well('disk', says);
}

export function lookAtWebApp(): Finding {
  const built = existsSync(path.join(import.meta.dirname, '../../dist/web/index.html'));
  return built ? well('web app', 'built') : wrong('web app', 'not built', 'run npm run build, or start with npm start');
}

/** Whether links lead to where people are. */
export function lookAtSite(config: Config): Finding {
  const site = siteOf(config);
  if (config.SITE_URL?.startsWith('https:')) return well('site', site);
  return config.SITE_URL
    ? look('site', `${site} is not encrypted`, 'put a proxy with TLS in front, and set SITE_URL to its https address')
    : look('site', `links in letters lead to ${site}`, 'set SITE_URL to the address that people open');
}

export async function lookAtMail({ SMTP_URL, DATA_DIR }: Config): Promise<Finding> {
  if (!SMTP_URL) {
    const outbox = path.join(DATA_DIR, 'outbox');
    return look('mail', `letters are not sent but written to ${outbox}`, 'set SMTP_URL and MAIL_FROM to send them');
  }
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 5_000,
  });
  const place = new URL(SMTP_URL).host;
  try {
    await transport.verify();
    return well('mail', `${place} takes letters`);
  } catch (error) {
    return wrong(
      'mail',
      `${place} takes no letters (${(error as Error).message})`,
      'correct SMTP_URL, or mend that server',
    );
  } finally {
    transport.close();
  }
}
