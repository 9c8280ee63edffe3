import { expect, test } from 'vitest';
import { DECORATED_EMAILS } from '#tests/support/decorated-emails.ts';
import { PLACEHOLDER_EMAILS, REAL_EMAILS } from '#tests/support/placeholder-emails.ts';
import { cleanEmail, isEmailAddress, isPlaceholderEmail } from './email.ts';

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

test.each(DECORATED_EMAILS)('the email %j is cleaned to %j', (text, address) => {
  expect(cleanEmail(text)).toBe(address);
  expect(cleanEmail(address)).toBe(address);
});

test.each(['a@', '@', '<', '"', 'a@a.', 'a@b(', 'a,', ' ', '%40'])(
  'a cell of repeated %j is cleaned quickly',
  (part) => {
    const started = performance.now();
    cleanEmail(part.repeat(1000 / part.length));
    cleanEmail(part.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(1000);
  },
);

test.each(PLACEHOLDER_EMAILS)('%s stands for an email that is not known', (email) => {
  expect(isPlaceholderEmail(email)).toBe(true);
});

test.each(REAL_EMAILS)('%s is an address', (email) => {
  expect(isPlaceholderEmail(email)).toBe(false);
});
