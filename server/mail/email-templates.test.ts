import { expect, test } from 'vitest';
import { confirmation, emailChange, invitation, reauthentication, recovery } from './email-templates.ts';

const verification = {
  to: 'ada@example.test',
  link: 'https://leads.example.test/auth/confirm#token=t&type=signup',
  code: '123456',
};
const change = emailChange({ ...verification, from: verification.to, next: 'eva@example.test' });

test.each([
  ['a sign-up', confirmation(verification, 'password:hash'), 'Confirm your email'],
  ['a recovery', recovery(verification), 'Reset your password'],
  ['an invitation', invitation(verification), "You're invited to Leadlight"],
  ['an email change', change, 'Confirm your new email'],
])('the email of %s has its link and its code, in text and in HTML', (_, message, subject) => {
  expect(message).toMatchObject({ to: verification.to, subject });
  expect(message.text).toContain(verification.link);
  expect(message.text).toContain('123456');
  expect(message.html).toContain('href="https://leads.example.test/auth/confirm#token=t&amp;type=signup"');
  expect(message.html).toContain('123456');
});

test('a reauthentication code comes without a link', () => {
  const message = reauthentication(verification);
  expect(message.text).toContain('123456');
  expect(message.html).not.toContain('href');
});

test('the email of an email change names both addresses', () => {
  expect(change.text).toContain('from ada@example.test to eva@example.test');
});

test('only the email to the present address warns of another user', () => {
  const next = emailChange({
    ...verification,
    to: 'eva@example.test',
    from: 'ada@example.test',
    next: 'eva@example.test',
  });
  expect(change.text).toContain('change your password');
  expect(next.text).not.toContain('change your password');
});
