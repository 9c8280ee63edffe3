import { expect, test } from 'vitest';
import { parseMailSender } from './mail-sender.ts';

test.each([
  ['Leadlight <no-reply@localhost>', 'Leadlight', 'no-reply@localhost'],
  ['leads@acme.example', '', 'leads@acme.example'],
  ['<leads@acme.example>', '', 'leads@acme.example'],
  ['  Acme  <leads@acme.example> ', 'Acme', 'leads@acme.example'],
  ['Acme<leads@acme.example>', 'Acme', 'leads@acme.example'],
  ['Leadlight (EU) <leads@acme.example>', 'Leadlight (EU)', 'leads@acme.example'],
  ['Acme @ Work <leads@acme.example>', 'Acme @ Work', 'leads@acme.example'],
  ["O'Neil & Söhne <leads@acme.example>", "O'Neil & Söhne", 'leads@acme.example'],
  ['"Acme: Leads" <l@acme.example>', 'Acme: Leads', 'l@acme.example'],
  ['"Doe, John; \\"JD\\" \\\\" <j@acme.example>', 'Doe, John; "JD" \\', 'j@acme.example'],
  ['Acme <büro@müller.example>', 'Acme', 'büro@müller.example'],
])('%s is a sender', (text, name, address) => {
  expect(parseMailSender(text)).toEqual({ name, address });
});

test.each([
  'Leadlight',
  '',
  'Acme <>',
  'Acme <leads>',
  'Acme <a b@acme.example>',
  'Acme <a@b.example',
  '@acme.example',
])('%j has no address', (text) => {
  expect(() => parseMailSender(text)).toThrow(
    `'${text}' has no email address: write it as in Leadlight <leads@example.com>`,
  );
});

test.each([
  ['Acme: Leads <l@acme.example>', '"Acme: Leads" <l@acme.example>'],
  ['Doe, John <j@acme.example>', '"Doe, John" <j@acme.example>'],
  ['Acme; Leads <l@acme.example>', '"Acme; Leads" <l@acme.example>'],
  ['"Acme" Leads <l@acme.example>', '"Acme Leads" <l@acme.example>'],
  ['Acme\r\nBcc: eve@evil.example <l@acme.example>', '"AcmeBcc: eve@evil.example" <l@acme.example>'],
])('%j is no single address, and would be one as %s', (text, quoted) => {
  expect(() => parseMailSender(text)).toThrow(
    `'${text}' is a list or a group of addresses: quote the name, as in ${quoted}`,
  );
  expect(parseMailSender(quoted).name).not.toBe('');
});

test.each(['A <a@b.example>, B <b@c.example>', 'a@b.example, c@d.example', 'a@b.example;'])(
  'several addresses %j are rejected',
  (text) => {
    expect(() => parseMailSender(text)).toThrow(text);
  },
);
