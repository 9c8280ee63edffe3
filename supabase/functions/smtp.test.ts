import { expect, onTestFinished, test } from 'vitest';
import { openMailServer } from '../../tests/support/mail-server.ts';
import { openSmtpSender } from './smtp.ts';

const settings = { sender: 'Leadlight <no-reply@example.test>', siteUrl: 'https://leads.example' };
const email = { to: 'ada@example.test', replyTo: 'eva@example.test', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' };

test('a function of a project sends an email as our own server does', async () => {
  const mailServer = await openMailServer();
  onTestFinished(() => mailServer.close());
  expect(await openSmtpSender({ ...settings, smtpUrl: mailServer.url })(email)).toBe(true);
  const { subject, from, replyTo, headers } = await mailServer.waitForEmail(email.to);
  expect([subject, from?.name, replyTo?.[0]?.address]).toEqual(['Hello', 'Leadlight', 'eva@example.test']);
  expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('a project without a mail server or with wrong settings starts, and sends nothing', async () => {
  expect(await openSmtpSender({ ...settings, smtpUrl: undefined })(email)).toBe(false);
  const sendMail = openSmtpSender({ sender: '', siteUrl: '', smtpUrl: 'smtp://127.0.0.1:1' });
  await expect(sendMail(email)).rejects.toThrow('has no email address');
});
