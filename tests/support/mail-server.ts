import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An SMTP server for tests, which stores every email. */
export type MailServer = {
  /** For SMTP_URL. */
  url: string;
  emails: Email[];
  /** The emails to an address so far. */
  to(address: string): Email[];
  /** Waits until `count` emails to an address have arrived, and resolves with the newest. */
  email(address: string, count?: number): Promise<Email>;
  close(): Promise<void>;
};

type MailServerOptions = {
  /** The recipients that the server rejects. */
  rejects?: (address: string) => boolean;
  /** A free port by default. */
  port?: number;
  /** The delay before the greeting, in milliseconds. */
  delay?: number;
};

const POLL_MS = 20;
const MAX_POLLS = 500;

export async function startMailServer({
  rejects = () => false,
  port: wanted = 0,
  delay = 0,
}: MailServerOptions = {}): Promise<MailServer> {
  const emails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, callback) => void wait(delay).then(() => callback()),
    onRcptTo: ({ address }, _session, callback) =>
      callback(rejects(address) ? new Error('no such mailbox') : undefined),
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        emails.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) =>
    emails.filter((email) => email.to?.some((recipient) => recipient.address === address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    to,
    email: async (address, count = 1) => {
      for (let polls = 0; to(address).length < count; polls += 1) {
        if (polls === MAX_POLLS) throw new Error(`${to(address).length} of ${count} emails to ${address} arrived`);
        await wait(POLL_MS);
      }
      return to(address).at(-1) as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
