import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, openMailServer } from '../../tests/support/mail-server.ts';
import { recovery } from './email-templates.ts';
import { EmailNotSent, MailerBusy, openMailer } from './mailer.ts';

const MAIL_FROM = 'Leadlight <no-reply@example.test>';
const letter = recovery({ to: 'ada@example.test', link: 'https://example.test/?a=1&b=2', code: '123456' });
const compose = async () => [letter];

let lines: string[];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

let directory: string;
beforeEach(async () => {
  lines = [];
  directory = await mkdtemp(path.join(tmpdir(), 'leadlight-mailer-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('without a server for mail', () => {
  test('a letter becomes a file for the server’s own user, named in the log', async () => {
    const mailer = openMailer({ MAIL_FROM, DATA_DIR: directory }, log);
    await mailer.send(letter);
    const [name = ''] = await readdir(path.join(directory, 'outbox'));
    const file = path.join(directory, 'outbox', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const { from, to, subject, text, html } = await PostalMime.parse(await readFile(file));
    expect({ from: from?.address, to: to?.map(({ address }) => address), subject }).toEqual({
      from: 'no-reply@example.test',
      to: ['ada@example.test'],
      subject: letter.subject,
    });
    expect(text?.trim()).toBe(letter.text.trim());
    expect(html?.trim()).toBe(letter.html.trim());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(file);
    expect(lines[0]).not.toContain('123456');
  });

  test('letters of one moment are kept apart', async () => {
    const mailer = openMailer({ MAIL_FROM, DATA_DIR: directory }, log);
    for (let count = 0; count < 5; count += 1) mailer.sendLater(compose);
    await mailer.close();
    expect(await readdir(path.join(directory, 'outbox'))).toHaveLength(5);
  });
});

describe('with a server for mail', () => {
  let mailbox: MailServer;
  beforeEach(async () => {
    mailbox = await openMailServer({ rejects: (address) => address.startsWith('nobody') });
  });
  afterEach(() => mailbox.close());
  const open = (url = mailbox.url) => openMailer({ MAIL_FROM, DATA_DIR: directory, SMTP_URL: url }, log);

  test('a letter arrives', async () => {
    const mailer = open();
    await mailer.send(letter);
    expect(await mailbox.waitForEmail('ada@example.test')).toMatchObject({
      subject: letter.subject,
      from: { name: 'Leadlight', address: 'no-reply@example.test' },
    });
  });

  test('what is dispatched is out when the mailer has closed', async () => {
    const mailer = open();
    mailer.sendLater(compose);
    mailer.sendLater(compose);
    await mailer.close();
    expect(mailbox.emailsTo('ada@example.test')).toHaveLength(2);
  });

  test('a refused letter rejects, or ends as one line in the log that says nothing of it', async () => {
    const mailer = open();
    await expect(mailer.send({ ...letter, to: 'nobody@example.test' })).rejects.toThrow(EmailNotSent);
    mailer.sendLater(async () => [{ ...letter, to: 'nobody@example.test' }]);
    await mailer.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('email not sent');
    expect(lines[0]).not.toContain('123456');
  });

  test('an email that could not be composed at first is composed again, and one that never could is one line in the log', async () => {
    const mailer = open();
    let tries = 0;
    mailer.sendLater(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the database is away');
      return [letter, letter];
    });
    await mailbox.waitForEmail('ada@example.test', 2);
    mailer.sendLater(() => Promise.reject(new Error('the database stays away')));
    await mailer.close();
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['the database stays away']);
  });

  test('of more than a thousand under way one more is rejected', async () => {
    const mailer = open();
    const gate = Promise.withResolvers<void>();
    const wait = () => gate.promise.then(() => []);
    for (let count = 0; count < 1000; count += 1) mailer.sendLater(wait);
    expect(() => mailer.sendLater(wait)).toThrow(MailerBusy);
    gate.resolve();
    await mailer.close();
    mailer.sendLater(wait);
  });

  test('a letter that is refused at first is tried again', async () => {
    const refusals = [true];
    const fickle = await openMailServer({ rejects: () => refusals.pop() ?? false });
    const mailer = open(fickle.url);
    mailer.sendLater(compose);
    await fickle.waitForEmail('ada@example.test');
    expect(refusals).toEqual([]);
    await fickle.close();
  });

  /** The address of a server that takes every call and says nothing. */
  async function openMute() {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    return { url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`, mute };
  }

  test('a server that takes the call and says nothing is given up', async () => {
    const { url, mute } = await openMute();
    await expect(open(url).send(letter)).rejects.toThrow(EmailNotSent);
    mute.close();
  }, 15_000);

  test('a letter that waits to be tried again is given up when the mailer closes', async () => {
    const refusals = [true];
    const fickle = await openMailServer({ rejects: () => refusals.pop() ?? false });
    const mailer = open(fickle.url);
    mailer.sendLater(compose);
    await expect.poll(() => refusals).toEqual([]);
    await mailer.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no such mailbox');
    expect(fickle.emails).toEqual([]);
    await fickle.close();
  });

  test('letters of the last requests are waited for, and one that is still under way when patience ends is logged as not sent', async () => {
    const { url, mute } = await openMute();
    const mailer = open(url);
    const closed = mailer.close(
      Promise.resolve().then(() => mailer.sendLater(compose)),
      50,
    );
    await closed;
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'email not sent', reason: 'the server stops' });
    mute.close();
  });
});
