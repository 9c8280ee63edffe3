import { expect, test } from 'vitest';
import { emailFault, foldEmail, isTooLongToHash, passwordWeakness } from './credentials.ts';

const malformed = 'Unable to validate email address: invalid format';

test.each([
  ['ada@example.com', undefined],
  ['Ada.Lovelace+leads@mail.example.co.uk', undefined],
  ['ada@localhost', undefined],
  ['', 'An email address is required'],
  [`${'a'.repeat(244)}@example.com`, 'An email address is too long'],
  [`${'a'.repeat(243)}@example.com`, undefined],
  ['ada', malformed],
  ['ada@', malformed],
  ['@example.com', malformed],
  ['ada@exa mple.com', malformed],
  ['ada@example..com', malformed],
  ['ada@-example.com', malformed],
  [' ada@example.com', malformed],
  ['ada@example.com\n', malformed],
  ['adä@example.com', malformed],
  ['\u212Aelvin@example.com', malformed],
  ['a@b@example.com', malformed],
])('email %j has the error %j', (email, fault) => {
  expect(emailFault(email)).toBe(fault);
});

test('emails are compared in lower case', () => {
  expect(foldEmail('Ada@Example.COM')).toBe('ada@example.com');
});

test.each([
  ['', ['length']],
  ['12345', ['length']],
  ['👍👍👍', ['length']],
  ['123456', undefined],
  ['      ', undefined],
  ['äöüßéñ', undefined],
])('password %j has the weaknesses %j', (password, reasons) => {
  expect(passwordWeakness(password)?.reasons).toEqual(reasons);
});

test('the message for a weak password names the minimum length', () => {
  expect(passwordWeakness('abc')?.message).toBe('Password should be at least 6 characters.');
});

test.each([
  ['a'.repeat(72), false],
  ['a'.repeat(73), true],
  ['ä'.repeat(36), false],
  ['ä'.repeat(37), true],
])('the length limit counts bytes (%#)', (password, tooLong) => {
  expect(isTooLongToHash(password)).toBe(tooLong);
});
