import { expect, test } from 'vitest';
import type { EmailMessage } from '../../domain/email-message.ts';
import { confirmation, emailChange, invitation, reauthentication, recovery } from './email-templates.ts';

const verification = {
  to: 'ada@example.test',
  link: 'https://leads.example.test/auth/confirm#token=t&type=signup',
  code: '123456',
};
const rendered = ({ to, render }: EmailMessage) => ({ to, ...render() });
const change = rendered(emailChange({ ...verification, from: verification.to, next: 'eva@example.test' }));

test.each([
  ['a sign-up', rendered(confirmation(verification, 'password:hash')), 'Confirm your email'],
  ['a recovery', rendered(recovery(verification)), 'Reset your password'],
  ['an invitation', rendered(invitation(verification)), "You're invited to Leadlight"],
  ['an email change', change, 'Confirm your new email'],
])('the email of %s has its link and its code, in text and in HTML', (_, message, subject) => {
  expect(message).toMatchObject({ to: verification.to, subject });
  expect(message.text).toContain(verification.link);
  expect(message.text).toContain('123456');
  expect(message.html).toContain('href="https://leads.example.test/auth/confirm#token=t&amp;type=signup"');
  expect(message.html).toContain('123456');
});

test('a reauthentication code comes without a link', () => {
  const message = rendered(reauthentication(verification));
  expect(message.text).toContain('123456');
  expect(message.html).not.toContain('href');
});

test('the email of an email change names both addresses', () => {
  expect(change.text).toContain('from ada@example.test to eva@example.test');
});

test('only the email to the present address warns of another user', () => {
  const next = rendered(
    emailChange({ ...verification, to: 'eva@example.test', from: 'ada@example.test', next: 'eva@example.test' }),
  );
  expect(change.text).toContain('change your password');
  expect(next.text).not.toContain('change your password');
});

test('an email with a brand has its name for that of the product, its logo, color and footer', () => {
  const logo_hash = 'a'.repeat(64);
  const brand = {
    name: 'Kiln & Co',
    accent: '#ffcc00',
    footer: 'Kiln, Leeds',
    logo_hash,
    siteUrl: 'https://leads.example',
  };
  const { subject, text, html } = invitation({ ...verification, to: 'leadlight@example.test' }).render(brand);
  expect(subject).toBe("You're invited to Kiln & Co");
  expect(text).toContain('created a Kiln & Co account for leadlight@example.test.');
  expect(text.trim().endsWith('Kiln, Leeds')).toBe(true);
  expect(html).toContain(`<img src="https://leads.example/brand/${logo_hash}" alt=""`);
  expect(html).toContain('Kiln &amp; Co</p>');
  expect(html).toContain('Kiln, Leeds');
  expect(`${subject}${text}${html}`).not.toMatch(/Leadlight|#4f46e5|#ffcc00/);
});
