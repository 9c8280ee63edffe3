import { expect, test } from 'vitest';
import type { NewEntry } from './contact-entries.ts';
import { type ContactKind, kindOf } from './contact-kind.ts';
import { entriesOfFile, entriesOfLines } from './do-not-contact.ts';

test.each<[string, ContactKind]>([
  ['ada@example.com', 'email'],
  ['example.com', 'domain'],
  ['@example.com', 'domain'],
  ['https://www.example.com/about?x=1', 'domain'],
  ['www.bücher.example:8080', 'domain'],
  ['https://de.linkedin.com/in/ada?utm_source=x', 'linkedin'],
  ['xn--e1afmkfd.xn--p1ai', 'domain'],
  ['linkedin.com/company/acme', 'linkedin'],
  ['Acme, Inc.', 'company'],
  ['J.P. Morgan', 'company'],
  ['3.14', 'company'],
  ['Yahoo!', 'company'],
  ['P@ul & Sons', 'company'],
  ['ada@@example.com', 'email'],
  ['@ada', 'email'],
])('%s is of the kind %s', (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

test('each line that is not blank is an entry, with the reason after a separator', () => {
  const text =
    ' ada@example.com \r\n\n@acme.com, customer, since 2020\r\nAcme, Inc.\nAcme, Inc.; lawsuit\nhttps://x.com\t a\tb\rnull\n;x';
  expect(entriesOfLines(text)).toEqual([
    { line: 1, kind: 'email', value: 'ada@example.com' },
    { line: 3, kind: 'domain', value: 'acme.com', reason: 'customer, since 2020' },
    { line: 4, kind: 'company', value: 'Acme, Inc.' },
    { line: 5, kind: 'company', value: 'Acme, Inc.', reason: 'lawsuit' },
    { line: 6, kind: 'domain', value: 'https://x.com', reason: 'a\tb' },
    { line: 7, kind: 'company', value: 'null' },
    { line: 8, kind: 'company', value: '', reason: 'x' },
  ] satisfies NewEntry[]);
  expect(entriesOfLines('Booking.com', 'company')).toEqual([{ line: 1, kind: 'company', value: 'Booking.com' }]);
});

test.each([
  'ada@x.com',
  'Ada Lovelace <ada@x.com>',
  '"Lovelace, Ada" <ada@x.com>',
  '<ada@x.com>',
  'mailto:ada@x.com?subject=Hi',
  '"ada@x.com"',
  '“ada@x.com”',
])('the email of %s is an entry', (line) => {
  expect(entriesOfLines(line)).toEqual([{ line: 1, kind: 'email', value: 'ada@x.com' }] satisfies NewEntry[]);
});

test('each email of a list of recipients is an entry', () => {
  expect(entriesOfLines('ada@x.com; Bob <bob@x.com>,\nada@x.com; left us')).toEqual([
    { line: 1, kind: 'email', value: 'ada@x.com' },
    { line: 1, kind: 'email', value: 'bob@x.com' },
    { line: 2, kind: 'email', value: 'ada@x.com', reason: 'left us' },
  ] satisfies NewEntry[]);
});

test('an international domain is an entry in both of its forms', async () => {
  expect(entriesOfLines('müller.de; closed\n\ninfo@xn--mller-kva.de')).toEqual([
    { line: 1, kind: 'domain', value: 'müller.de', reason: 'closed' },
    { line: 1, kind: 'domain', value: 'xn--mller-kva.de', reason: 'closed' },
    { line: 3, kind: 'email', value: 'info@xn--mller-kva.de' },
    { line: 3, kind: 'email', value: 'info@müller.de' },
  ] satisfies NewEntry[]);
  expect(await entriesIn('Website\nhttps://müller.de/x\n')).toMatchObject([
    { value: 'https://müller.de/x' },
    { value: 'xn--mller-kva.de' },
  ]);
});

const entriesIn = (csv: string) => entriesOfFile(new Blob([csv]));

test('a file with known headers gives an entry for each of their filled cells', async () => {
  expect(
    await entriesIn(
      'Name;E-mail;Company;Website;Phone;Reason\nAda;ada@x.com;"Acme; Inc.";;1;"Left\nus"\n;;;https://y.com;;\n',
    ),
  ).toEqual([
    { line: 2, kind: 'email', value: 'ada@x.com', reason: 'Left\nus' },
    { line: 2, kind: 'company', value: 'Acme; Inc.', reason: 'Left\nus' },
    { line: 3, kind: 'domain', value: 'https://y.com' },
  ] satisfies NewEntry[]);
  expect(await entriesIn('Name,Website\nAcme,acme.com\n')).toEqual([
    { line: 2, kind: 'company', value: 'Acme' },
    { line: 2, kind: 'domain', value: 'acme.com' },
  ] satisfies NewEntry[]);
});

test('an exported file gives the same entries, whatever the kind looks like', async () => {
  expect(
    await entriesIn(
      '"Kind","Value","Reason"\r\n"company","Booking.com",""\r\n"Company","\'=Sum","x"\r\n"other","a@b.co",""\r\n',
    ),
  ).toEqual([
    { line: 2, kind: 'company', value: 'Booking.com' },
    { line: 3, kind: 'company', value: '=Sum', reason: 'x' },
    { line: 4, kind: 'email', value: 'a@b.co' },
  ] satisfies NewEntry[]);
});

test('a file without known headers has values and reasons from its first line on', async () => {
  expect(await entriesIn('acme.com,our customer\n\nAcme GmbH\n')).toEqual([
    { line: 1, kind: 'domain', value: 'acme.com', reason: 'our customer' },
    { line: 3, kind: 'company', value: 'Acme GmbH' },
  ] satisfies NewEntry[]);
  expect(await entriesIn('')).toEqual([]);
});
