import { expect, test } from 'vitest';
import { confirmation, emailChange, invitation, reauthentication, recovery } from './email-templates.ts';

const proof = {
  to: 'ada@example.test',
  link: 'https://leads.example.test/auth/v1/verify?token=t&type=signup',
  code: '123456',
};
const change = emailChange({ ...proof, from: proof.to, next: 'eva@example.test' });

test.each([
  ['confirmation', confirmation(proof), 'Confirm your email address'],
  ['recovery', recovery(proof), 'Choose a new password'],
  ['an invitation', invitation(proof), 'You are invited to Leadlight'],
  ['a change of address', change, 'Confirm your new email address'],
])('%s carries its link and its code, in text and in HTML', (_, letter, subject) => {
  expect(letter).toMatchObject({ to: proof.to, subject });
  expect(letter.text).toContain(proof.link);
  expect(letter.text).toContain('123456');
  expect(letter.html).toContain('href="https://leads.example.test/auth/v1/verify?token=t&amp;type=signup"');
  expect(letter.html).toContain('123456');
});

test('a nonce comes without a link', () => {
  const letter = reauthentication(proof);
  expect(letter.text).toContain('123456');
  expect(letter.html).not.toContain('href');
});

test('a change of address names both', () => {
  expect(change.text).toContain('from ada@example.test to eva@example.test');
});

test('a change of address warns the owner of the present one alone', () => {
  const next = emailChange({ ...proof, to: 'eva@example.test', from: 'ada@example.test', next: 'eva@example.test' });
  expect(change.text).toContain('change your password');
  expect(next.text).not.toContain('change your password');
});
