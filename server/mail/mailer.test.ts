import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../tests/support/mail-server.ts';
import { recovery } from './email-templates.ts';
import { EmailNotSent, MailerBusy, openMailer } from './mailer.ts';

const MAIL_FROM = 'Leadlight <no-reply@example.test>';
const message = recovery({ to: 'ada@example.test', link: 'https://example.test/?a=1&b=2', code: '123456' });
const compose = async () => [message];

let lines: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let directory: string;
beforeEach(async () => {
  lines = [];
  directory = await mkdtemp(path.join(tmpdir(), 'leadlight-mailer-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('without SMTP_URL', () => {
  test('an email becomes a file that only the server’s user can read, and the log names it', async () => {
    const mailer = openMailer({ MAIL_FROM, DATA_DIR: directory }, log);
    await mailer.send(message);
    const [name = ''] = await readdir(path.join(directory, 'outbox'));
    const file = path.join(directory, 'outbox', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const { from, to, subject, text, html } = await PostalMime.parse(await readFile(file));
    expect({ from: from?.address, to: to?.map(({ address }) => address), subject }).toEqual({
      from: 'no-reply@example.test',
      to: ['ada@example.test'],
      subject: message.subject,
    });
    expect(text?.trim()).toBe(message.text.trim());
    expect(html?.trim()).toBe(message.html.trim());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(file);
    expect(lines[0]).not.toContain('123456');
  });

  test('emails of the same moment get different files', async () => {
    const mailer = openMailer({ MAIL_FROM, DATA_DIR: directory }, log);
    for (let count = 0; count < 5; count += 1) mailer.sendLater(compose);
    await mailer.close();
    expect(await readdir(path.join(directory, 'outbox'))).toHaveLength(5);
  });
});

describe('with SMTP_URL', () => {
  let mailServer: MailServer;
  beforeEach(async () => {
    mailServer = await openMailServer({ rejects: (address) => address.startsWith('unknown') });
  });
  afterEach(() => mailServer.close());
  const open = (url = mailServer.url) => openMailer({ MAIL_FROM, DATA_DIR: directory, SMTP_URL: url }, log);

  test('an email arrives', async () => {
    const mailer = open();
    await mailer.send(message);
    expect(await mailServer.waitForEmail('ada@example.test')).toMatchObject({
      subject: message.subject,
      from: { name: 'Leadlight', address: 'no-reply@example.test' },
    });
  });

  test('a sender’s name keeps what mailers read as a comment', async () => {
    const sender = 'Leadlight (EU) <no-reply@example.test>';
    await openMailer({ MAIL_FROM: sender, DATA_DIR: directory, SMTP_URL: mailServer.url }, log).send(message);
    expect((await mailServer.waitForEmail('ada@example.test')).from?.name).toBe('Leadlight (EU)');
  });

  test('a password of ours that the server refuses is named as the reason, and the recipient is not', async () => {
    const refusing = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, callback) => callback(new Error('not this one')),
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.server.address() as AddressInfo;
    const sent = open(`smtp://leads:secret@127.0.0.1:${port}`).send(message);
    await expect(sent).rejects.toThrow(/^the mail server refuses the user or password of SMTP_URL \(.*not this one/);
    await expect(sent).rejects.not.toThrow('secret');
    await new Promise<void>((resolve) => refusing.close(() => resolve()));
  });

  test('emails that were submitted are sent when the mailer has closed', async () => {
    const mailer = open();
    mailer.sendLater(compose);
    mailer.sendLater(compose);
    await mailer.close();
    expect(mailServer.emailsTo('ada@example.test')).toHaveLength(2);
  });

  test('a rejected email rejects, or is one line in the log without its content', async () => {
    const mailer = open();
    await expect(mailer.send({ ...message, to: 'unknown@example.test' })).rejects.toThrow(EmailNotSent);
    mailer.sendLater(async () => [{ ...message, to: 'unknown@example.test' }]);
    await mailer.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('email not sent');
    expect(lines[0]).not.toContain('123456');
  });

  test('composing an email is retried, and logged if it fails each time', async () => {
    const mailer = open();
    let tries = 0;
    mailer.sendLater(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the database is away');
      return [message, message];
    });
    await mailServer.waitForEmail('ada@example.test', 2);
    mailer.sendLater(() => Promise.reject(new Error('the database stays away')));
    await mailer.close();
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['the database stays away']);
  });

  test('more than a thousand pending emails are rejected', async () => {
    const mailer = open();
    const gate = Promise.withResolvers<void>();
    const wait = () => gate.promise.then(() => []);
    for (let count = 0; count < 1000; count += 1) mailer.sendLater(wait);
    expect(() => mailer.sendLater(wait)).toThrow(MailerBusy);
    gate.resolve();
    await mailer.close();
    mailer.sendLater(wait);
  });

  test('a rejected email is sent again', async () => {
    const rejections = [true];
    const unreliable = await openMailServer({ rejects: () => rejections.pop() ?? false });
    const mailer = open(unreliable.url);
    mailer.sendLater(compose);
    await unreliable.waitForEmail('ada@example.test');
    expect(rejections).toEqual([]);
    await unreliable.close();
  });

  /** A server that accepts connections and never answers. */
  async function openSilentServer() {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
  }

  test('a server that does not answer times out', async () => {
    const { url, server } = await openSilentServer();
    await expect(open(url).send(message)).rejects.toThrow(EmailNotSent);
    server.close();
  }, 15_000);

  test('closing the mailer stops retries', async () => {
    const rejections = [true];
    const unreliable = await openMailServer({ rejects: () => rejections.pop() ?? false });
    const mailer = open(unreliable.url);
    mailer.sendLater(compose);
    await expect.poll(() => rejections).toEqual([]);
    await mailer.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no such user');
    expect(unreliable.emails).toEqual([]);
    await unreliable.close();
  });

  test('closing waits for the emails of the last requests, and logs those that are still pending at the timeout', async () => {
    const { url, server } = await openSilentServer();
    const mailer = open(url);
    const closed = mailer.close(
      Promise.resolve().then(() => mailer.sendLater(compose)),
      50,
    );
    await closed;
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'email not sent', reason: 'the server stops' });
    server.close();
  });
});
