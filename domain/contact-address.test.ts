import { expect, test } from 'vitest';
import { type Address, readAddress } from './contact-address.ts';

test.each<[string, Address['kind'], string]>([
  ['ada@example.com', 'email', 'ada@example.com'],
  ['<ada@example.com>', 'email', 'ada@example.com'],
  ['mailto:ada@example.com?subject=Hi', 'email', 'ada@example.com'],
  ['SMTP:ada@example.com;', 'email', 'ada@example.com'],
  ['“ada@example.com”,', 'email', 'ada@example.com'],
  ['(ada@example.com).', 'email', 'ada@example.com'],
  ['ada@\u200bexample.com\ufeff', 'email', 'ada@example.com'],
  ['ada@example。com', 'email', 'ada@example.com'],
  ['ada(at)example[.]com', 'email', 'ada@example.com'],
  ['Example.com', 'domain', 'example.com'],
  ['example.com.', 'domain', 'example.com'],
  ['@example.com', 'domain', 'example.com'],
  ['*@example.com', 'domain', 'example.com'],
  ['"*@example.com"', 'domain', 'example.com'],
  ['*.example.com', 'domain', 'example.com'],
  ['*@*.example.com', 'domain', 'example.com'],
  ['.example.com', 'domain', 'example.com'],
  ['*example.com', 'domain', 'example.com'],
  ['%@example.com', 'domain', 'example.com'],
  ['%.example.com', 'domain', 'example.com'],
  ['example.com/*', 'domain', 'example.com'],
  ['https://*.example.com/*', 'domain', 'example.com'],
  ['^.*@example\\.com$', 'domain', 'example.com'],
  ['||example.com^', 'domain', 'example.com'],
  ['domain:example.com', 'domain', 'example.com'],
  ['https://www.example.com/about?x=1', 'domain', 'example.com'],
  ['www.bücher.example:8080', 'domain', 'bücher.example'],
  ['xn--e1afmkfd.xn--p1ai', 'domain', 'xn--e1afmkfd.xn--p1ai'],
  ['`example.com`', 'domain', 'example.com'],
  ['EXAMPLE．com', 'domain', 'example.com'],
  ['http//example.com', 'domain', 'example.com'],
  ['//example.com', 'domain', 'example.com'],
  ['linkedin.com', 'domain', 'linkedin.com'],
  ['facebook.com', 'domain', 'facebook.com'],
  ['https://de.linkedin.com/in/ada?utm_source=x', 'linkedin', 'https://de.linkedin.com/in/ada?utm_source=x'],
  ['https://https://www.linkedin.com/in/ada', 'linkedin', 'https://https://www.linkedin.com/in/ada'],
  ['linkedin.com/comm/in/ada', 'linkedin', 'linkedin.com/comm/in/ada'],
  ['linkedin.com/sales/lead/ACwAA1,NAME_SEARCH', 'linkedin', 'linkedin.com/sales/lead/ACwAA1,NAME_SEARCH'],
  ['linkedin.com/profile/view?id=1', 'linkedin', 'linkedin.com/profile/view?id=1'],
  ['linkedin.com/company/acme', 'linkedin', 'linkedin.com/company/acme'],
  ['/in/ada/', 'linkedin', 'linkedin.com/in/ada/'],
])('%s names the %s %s', (word, kind, value) => {
  expect(readAddress(word)).toMatchObject({ kind, value });
});

test.each(['Acme', 'Inc.', 'J.P.', 'B.V.', '3.14', '99.9%', 'Yahoo!', 'E*TRADE', '*NSYNC', '.NET', 'null', '-', '*'])(
  '%s is another word',
  (word) => {
    expect(readAddress(word)).toBeNull();
  },
);

test.each<[string, Address['kind']]>([
  ['*ada@example.com', 'email'],
  ['%sales%@example.com', 'email'],
  ['ada@*.example.com', 'email'],
  ['ada@@example.com', 'email'],
  ['ada@localhost', 'email'],
  ['*@com', 'email'],
  ['@ada', 'email'],
  ['!example.com', 'domain'],
  ['~example.com', 'domain'],
  ['example..com', 'domain'],
  ['%example%', 'domain'],
  ['*.com', 'domain'],
  ['.ru', 'domain'],
  ['example.*', 'domain'],
  ['example.com*', 'domain'],
  ['https://localhost', 'domain'],
  ['192.168.0.1', 'domain'],
])('%s is a wrong %s, which the database rejects', (word, kind) => {
  expect(readAddress(word)).toMatchObject({ kind, value: word });
});

test.each(['facebook.com/acme', 'https://www.medium.com/@ada'])('%s is not all of its site', (word) => {
  expect(readAddress(word)?.error).toMatch(/^(facebook|medium)\.com has pages of many companies: /);
});
