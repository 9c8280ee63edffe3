// A real SMTP server for tests. It stores every email and lets a test wait for one.
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  /** The value of SMTP_URL. */
  url: string;
  emails: Email[];
  /** The same emails as they were received. */
  sources: string[];
  /** The emails to an address so far. */
  emailsTo(address: string): Email[];
  /** The newest email to an address, once `count` have arrived. */
  waitForEmail(address: string, count?: number): Promise<Email>;
  close(): Promise<void>;
};

export type MailServerOptions = {
  /** The code of the reply to a recipient: true is 550. */
  rejects?: (address: string) => boolean | number;
  /** The port; any free one if it is left out. */
  port?: number;
  /** The time before the greeting, in milliseconds. */
  delay?: number;
  /** The time before an email is confirmed, in milliseconds. */
  confirmDelay?: number;
};

const PAUSE_MS = 20;
const PAUSES = 500;

export async function openMailServer({
  rejects = () => false,
  port: wanted = 0,
  delay = 0,
  confirmDelay = 0,
}: MailServerOptions = {}): Promise<MailServer> {
  const emails: Email[] = [];
  const sources: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, callback) => void wait(delay).then(() => callback()),
    onRcptTo: ({ address }, _session, callback) => {
      const rejection = rejects(address);
      const responseCode = rejection === true ? 550 : rejection;
      callback(responseCode ? Object.assign(new Error('no such user'), { responseCode }) : undefined);
    },
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        sources.push(Buffer.concat(chunks).toString());
        emails.push(await PostalMime.parse(Buffer.concat(chunks)));
        await wait(confirmDelay);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const emailsTo = (address: string) => emails.filter((email) => email.to?.some((one) => one.address === address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    sources,
    emailsTo,
    waitForEmail: async (address, count = 1) => {
      for (let pauses = 0; emailsTo(address).length < count; pauses += 1) {
        if (pauses === PAUSES) throw new Error(`${emailsTo(address).length} of ${count} emails to ${address} arrived`);
        await wait(PAUSE_MS);
      }
      return emailsTo(address).at(-1) as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
