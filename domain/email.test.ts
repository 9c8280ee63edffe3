import { expect, test } from 'vitest';
import { isEmailAddress } from './email.ts';

test.each([
  'ada@example.test',
  'Ada.Lovelace+tag@sub.example.co.uk',
  "o'brien@example.test",
  'ada@localhost',
  `${'a'.repeat(243)}@example.com`,
])('%s is an email address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'ada',
  '@example.test',
  'ada@',
  'a@b@example.test',
  'ada @example.test',
  ' ada@example.test',
  'ada@example.test\n',
  'ada@exa\u202emple.test',
  'a\u0000da@example.test',
  'ädä@example.test',
  'ada@exämple.test',
  'ada@-example.test',
  'ada@example..test',
  'ada@example.test.',
  'ada@examp\u017fe.test',
  `${'a'.repeat(244)}@example.com`,
])('%j is not an email address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
