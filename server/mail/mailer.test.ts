import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmailNotSent } from '../../domain/email-message.ts';
import { smtpOptions } from '../../supabase/functions/smtp.ts';
import { type MailServer, openMailServer } from '../../tests/support/mail-server.ts';
import { recovery } from './email-templates.ts';
import { MailerBusy, openMailer } from './mailer.ts';

const settings = { MAIL_FROM: 'Leadlight <no-reply@example.test>', HOST: '127.0.0.1', PORT: 3000 };
const message = recovery({ to: 'ada@example.test', link: 'https://example.test/?a=1&b=2', code: '123456' });
const { subject: SUBJECT, text: TEXT, html: HTML } = message.render();
const compose = async () => [message];

let lines: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let directory: string;
beforeEach(async () => {
  lines = [];
  directory = await mkdtemp(path.join(tmpdir(), 'leadlight-mailer-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('a mailer without SMTP_URL', () => {
  test('without SMTP_URL an email becomes a file that only the server’s user can read, and the log names it', async () => {
    const mailer = openMailer({ ...settings, DATA_DIR: directory }, log);
    await mailer.send(message);
    const [name = ''] = await readdir(path.join(directory, 'outbox'));
    const file = path.join(directory, 'outbox', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const { from, to, subject, text, html } = await PostalMime.parse(await readFile(file));
    expect({ from: from?.address, to: to?.map(({ address }) => address), subject }).toEqual({
      from: 'no-reply@example.test',
      to: ['ada@example.test'],
      subject: SUBJECT,
    });
    expect(text?.trim()).toBe(TEXT.trim());
    expect(html?.trim()).toBe(HTML.trim());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(file);
    expect(lines[0]).not.toContain('123456');
  });

  test('without SMTP_URL emails of the same moment get different files', async () => {
    const mailer = openMailer({ ...settings, DATA_DIR: directory }, log);
    for (let count = 0; count < 5; count += 1) mailer.sendLater(compose);
    await mailer.close();
    expect(await readdir(path.join(directory, 'outbox'))).toHaveLength(5);
  });
});

describe('a mailer with SMTP_URL', () => {
  let mailServer: MailServer;
  beforeEach(async () => {
    mailServer = await openMailServer({ rejects: (address) => address.startsWith('unknown') });
  });
  afterEach(() => mailServer.close());
  const open = (url = mailServer.url) => openMailer({ ...settings, DATA_DIR: directory, SMTP_URL: url }, log);

  test('an email arrives at the SMTP server', async () => {
    const mailer = open();
    await mailer.send(message);
    expect(await mailServer.waitForEmail('ada@example.test')).toMatchObject({
      subject: SUBJECT,
      from: { name: 'Leadlight', address: 'no-reply@example.test' },
    });
  });

  test('the brand’s sender name stands before the address of MAIL_FROM', async () => {
    const readBrand = async () => ({ name: 'Kiln', sender_name: 'Kiln Outreach' });
    await openMailer({ ...settings, DATA_DIR: directory, SMTP_URL: mailServer.url }, log, readBrand).send(message);
    expect((await mailServer.waitForEmail('ada@example.test')).from).toEqual({
      name: 'Kiln Outreach',
      address: 'no-reply@example.test',
    });
  });

  test('a sender’s name keeps what mailers read as a comment', async () => {
    const sender = 'Leadlight (EU) <no-reply@example.test>';
    await openMailer({ ...settings, MAIL_FROM: sender, DATA_DIR: directory, SMTP_URL: mailServer.url }, log).send(
      message,
    );
    expect((await mailServer.waitForEmail('ada@example.test')).from?.name).toBe('Leadlight (EU)');
  });

  /** Sends an email to a server with these options, and returns why it was not sent. */
  async function failureOf(options: SMTPServerOptions): Promise<EmailNotSent> {
    const refusing = new SMTPServer({ disabledCommands: ['STARTTLS'], ...options });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const { port } = refusing.server.address() as AddressInfo;
    try {
      return await open(`smtp://leads:secret@127.0.0.1:${port}`)
        .send(message)
        .then(
          () => expect.unreachable(),
          (error) => error,
        );
    } finally {
      await new Promise<void>((resolve) => refusing.close(() => resolve()));
    }
  }
  const accept: SMTPServerOptions['onAuth'] = (_auth, _session, callback) => callback(null, { user: 'leads' });
  const refusal = (text: string) => Object.assign(new Error(text), { responseCode: 550 });

  test('a password of ours that the server refuses is named as the reason, and the email may be sent again', async () => {
    const { message: reason, outcome } = await failureOf({
      onAuth: (_auth, _session, callback) => callback(new Error('not this one')),
    });
    expect(reason).toMatch(/^the mail server refuses the user or password of SMTP_URL \(.*not this one/);
    expect(reason).not.toContain('secret');
    expect(outcome).toBe('failed');
  });

  test('an email whose sender the server refuses may be sent again', async () => {
    const { message: reason, outcome } = await failureOf({
      onAuth: accept,
      onMailFrom: (_address, _session, callback) => callback(refusal('verify your domain')),
    });
    expect(reason).toContain('verify your domain');
    expect(outcome).toBe('failed');
  });

  test('the reason of a rejection is one short line of text that the database stores', async () => {
    const rude = createServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (command) => {
        const isRecipient = command.toString().startsWith('RCPT');
        socket.write(isRecipient ? `550 no\0such\x1b user ${'x'.repeat(5_000)}\r\n` : '250 ok\r\n');
      });
    });
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const { port } = rude.address() as AddressInfo;
    const failure = await open(`smtp://127.0.0.1:${port}`)
      .send(message)
      .catch((error: EmailNotSent) => error);
    expect(failure).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('550 nosuch user xxx') });
    expect(failure?.message).toHaveLength(500);
    await new Promise<void>((resolve) => rude.close(() => resolve()));
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

  test('an email that the server rejects for now is sent again', async () => {
    const rejections = [450];
    const unreliable = await openMailServer({ rejects: () => rejections.pop() ?? false });
    const mailer = open(unreliable.url);
    mailer.sendLater(compose);
    await unreliable.waitForEmail('ada@example.test');
    expect(rejections).toEqual([]);
    await unreliable.close();
  });

  test('an email that the server rejects for good is not sent again', async () => {
    let tries = 0;
    const strict = await openMailServer({ rejects: () => ++tries < 3 });
    const mailer = open(strict.url);
    mailer.sendLater(compose);
    await expect.poll(() => lines).toHaveLength(1);
    await mailer.close();
    expect(tries).toBe(1);
    await strict.close();
  });

  test('a server that confirms an email after 11 seconds gets it once', async () => {
    const slow = await openMailServer({ confirmDelay: 11_000 });
    const mailer = open(slow.url);
    mailer.sendLater(compose);
    await mailer.send({ ...message, to: 'eva@example.test' });
    await mailer.close();
    expect([slow.emailsTo('ada@example.test').length, slow.emailsTo('eva@example.test').length, lines]).toEqual([
      1,
      1,
      [],
    ]);
    await slow.close();
  }, 20_000);

  test('an email whose connection ends before the server confirms it is not sent again', async () => {
    let bodies = 0;
    const server = createServer((line) => {
      let isBody = false;
      line.setEncoding('utf8').write('220 ready\r\n');
      line
        .on('error', () => {})
        .on('data', (text) => {
          if (isBody) {
            if (!String(text).endsWith('\r\n.\r\n')) return;
            bodies += 1;
            line.destroy();
          } else if (String(text).startsWith('DATA')) {
            isBody = true;
            line.write('354 go on\r\n');
          } else line.write('250 ok\r\n');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const mailer = open(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    mailer.sendLater(compose);
    await expect.poll(() => lines).toHaveLength(1);
    await mailer.close();
    expect([bodies, JSON.parse(lines[0] ?? '').msg]).toEqual([1, 'email not confirmed']);
    server.close();
  });

  test('an account in SMTP_URL is not skipped where the server offers none', async () => {
    const mailer = open(mailServer.url.replace('//', '//ada:secret@'));
    await expect(mailer.send(message)).rejects.toThrow(EmailNotSent);
    expect(mailServer.emails).toEqual([]);
  });

  test('an email names itself as automatic', async () => {
    await open().send(message);
    const { headers } = await mailServer.waitForEmail('ada@example.test');
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
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
    const rejections = [450];
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

describe('the options of SMTP_URL', () => {
  const options = (smtpUrl: string, siteUrl = 'http://localhost:3000') => smtpOptions(smtpUrl, siteUrl);

  test.each([
    ['smtp://mail.example', undefined],
    ['smtp://ada:secret@mail.example', 'forceAuth=true&requireTLS=true'],
    ['smtp://ada@mail.example?ignoreTLS=true', 'ignoreTLS=true&forceAuth=true&requireTLS=true'],
    ['smtp://ada:secret@mail.example?requireTLS=false', 'requireTLS=true&forceAuth=true'],
    ['smtps://ada:secret@mail.example', 'forceAuth=true&requireTLS=true'],
    ['smtp://ada:secret@127.0.0.1:25', 'forceAuth=true'],
    ['smtp://ada:secret@[::1]', 'forceAuth=true'],
    ['smtp://ada:secret@localhost?ignoreTLS=true', 'ignoreTLS=true&forceAuth=true'],
  ])('%s requires what protects its password', (url, query = '') => {
    expect(new URL(options(url).url).search).toBe(query && `?${query}`);
  });

  test.each([
    [undefined, undefined],
    ['https://leads.example.test', 'leads.example.test'],
    ['http://192.0.2.1:3000', undefined],
    ['http://leadlight:3000', undefined],
  ])('with SITE_URL %s the server is greeted as %s', (site, name) => {
    expect(options('smtp://mail.example', site).name).toBe(name);
  });
});
