import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test.each(['0', '90', 'soon'])('AUTH_TOKEN_LIFE=%s is rejected', (AUTH_TOKEN_LIFE) => {
  expect(() => readConfig({ AUTH_TOKEN_LIFE })).toThrow(/^AUTH_TOKEN_LIFE: /);
});

test('a token that clients would refresh at every request is rejected with the reason', () => {
  expect(() => readConfig({ AUTH_TOKEN_LIFE: '90' })).toThrow(
    /^AUTH_TOKEN_LIFE: must be more than 90 seconds: clients refresh a token 90 seconds before it expires$/,
  );
  expect(readConfig({ AUTH_TOKEN_LIFE: '91' }).AUTH_TOKEN_LIFE).toBe(91);
});

test.each([
  [
    'Acme: Leads <l@acme.example>',
    'is a list or a group of addresses: quote the name, as in "Acme: Leads" <l@acme.example>',
  ],
  ['Leadlight', 'has no email address: write it as in Leadlight <leads@example.com>'],
])('a MAIL_FROM of %s is rejected with what to write', (MAIL_FROM, reason) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow(`MAIL_FROM: '${MAIL_FROM}' ${reason}`);
});
