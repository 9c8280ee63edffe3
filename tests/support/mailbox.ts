// In charge of a real SMTP server for tests: takes every letter, keeps it, and lets a test wait for the one that it expects.
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  letters: Email[];
  /** The letters to an address so far. */
  to(address: string): Email[];
  /** The newest letter to an address once there are so many. */
  letter(address: string, count?: number): Promise<Email>;
  close(): Promise<void>;
};

type MailboxOptions = {
  refuses?: (address: string) => boolean;
  /** Any free one where nothing is said. */
  port?: number;
  /** How long it takes to say its first word, in milliseconds. */
  delay?: number;
};

const PAUSE_MS = 20;
const PAUSES = 500;

export async function openMailbox({
  refuses = () => false,
  port: wanted = 0,
  delay = 0,
}: MailboxOptions = {}): Promise<Mailbox> {
  const letters: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, callback) => void wait(delay).then(() => callback()),
    onRcptTo: ({ address }, _session, callback) =>
      callback(refuses(address) ? new Error('no such mailbox') : undefined),
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        letters.push(await PostalMime.parse(Buffer.concat(chunks)));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) => letters.filter((letter) => letter.to?.some((one) => one.address === address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    to,
    letter: async (address, count = 1) => {
      for (let pauses = 0; to(address).length < count; pauses += 1) {
        if (pauses === PAUSES) throw new Error(`${to(address).length} of ${count} letters to ${address} arrived`);
        await wait(PAUSE_MS);
      }
      return to(address).at(-1) as Email;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
