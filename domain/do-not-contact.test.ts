import { expect, test } from 'vitest';
import { entriesOfLines, type ReadLine } from './do-not-contact.ts';

/** The entries of a line that follows another one, as texts such as `email ada@x.com; reason`. */
function read(line: string): string[] {
  return entriesOfLines(`Acme\n${line}`)
    .slice(1)
    .map((item) => {
      if ('error' in item) return `error: ${item.error}`;
      if ('ignored' in item) return `ignored: ${item.ignored}`;
      const { kind, value, reason, leftOut } = item;
      return `${kind} ${value}${reason ? `; ${reason}` : ''}${leftOut ? ` without ${leftOut}` : ''}`;
    });
}

const several = 'error: Addresses and words take turns: put each address on a line of its own';
const mixed = 'error: A person and a domain on one line: put each on a line of its own';
const number = 'error: A number, such as a phone number, can’t be an entry';
const unclear = 'error: A company or a domain? Put the domain on a line of its own, or choose Company as the kind';

test.each([
  ['ada@x.com; left us', 'email ada@x.com; left us'],
  ['ada@x.com\tleft us', 'email ada@x.com; left us'],
  ['ada@x.com (left us)', 'email ada@x.com; left us'],
  ['ada@x.com # left us', 'email ada@x.com; left us'],
  ['ada@x.com left us', 'email ada@x.com; left us'],
  ['"ada@x.com","left us"', 'email ada@x.com; left us'],
  ['@acme.com, customer, since 2020', 'domain acme.com; customer, since 2020'],
  ['acme.com - our customer', 'domain acme.com; our customer'],
  ['acme.com; see https://crm.example/1', 'domain acme.com; see https://crm.example/1'],
  ['Acme, Inc.', 'company Acme, Inc.'],
  ['Acme, Inc.; lawsuit', 'company Acme, Inc.; lawsuit'],
  ['"Acme, Inc."; lawsuit', 'company Acme, Inc.; lawsuit'],
  [';x', 'company ; x'],
])('%j has a reason after its entry: %s', (line, entry) => {
  expect(read(line)).toEqual([entry]);
});

test.each([
  ['1. ada@x.com', 'email ada@x.com'],
  ['1) acme.com', 'domain acme.com'],
  ['a. acme.com', 'domain acme.com'],
  ['- acme.com', 'domain acme.com'],
  ['-acme.com', 'domain acme.com'],
  ['•acme.com', 'domain acme.com'],
  ['* acme.com', 'domain acme.com'],
  ['> ada@x.com', 'email ada@x.com'],
  ['- Acme GmbH', 'company Acme GmbH'],
  ['(1) Acme GmbH', 'company Acme GmbH'],
  ['Email: ada@x.com', 'email ada@x.com'],
  ['[acme.com](https://acme.com/about)', 'domain acme.com'],
  ['ada@x.com;', 'email ada@x.com'],
  ['acme.com,', 'domain acme.com'],
  ['#1 ada@x.com', 'email ada@x.com without 1'],
  ['[x] ada@x.com', 'email ada@x.com'],
  ['- [ ] Acme GmbH', 'company Acme GmbH'],
  ['☑ acme.com', 'domain acme.com'],
  ['🚫 acme.com', 'domain acme.com'],
  ['-- Acme GmbH', 'company Acme GmbH'],
  ['="ada@x.com"', 'email ada@x.com'],
  ['AT&amp;T', 'company AT&T'],
  ['//acme.com', 'domain acme.com'],
  ['domain=acme.com', 'domain acme.com'],
  ['ada (at) x (dot) com', 'email ada@x.com'],
  ['ada [at] x.com', 'email ada@x.com'],
])('%j is %s, without what decorates it', (line, entry) => {
  expect(read(line)).toEqual([entry]);
});

test.each([
  ['Ada Lovelace <ada@x.com>', 'email ada@x.com without Ada Lovelace'],
  ['"Lovelace, Ada" <ada@x.com>', 'email ada@x.com without Lovelace, Ada'],
  ['Ada Lovelace\tada@x.com', 'email ada@x.com without Ada Lovelace'],
  ['Ada Lovelace ada@x.com', 'email ada@x.com without Ada Lovelace'],
  ['Ada,Lovelace,ada@x.com', 'email ada@x.com without Ada,Lovelace'],
  ['Acme GmbH\tacme.com', 'domain acme.com without Acme GmbH'],
  ['Acme GmbH (acme.com)', 'domain acme.com without Acme GmbH'],
  ['Acme: acme.com', 'domain acme.com without Acme'],
])('%j is %s', (line, entry) => {
  expect(read(line)).toEqual([entry]);
});

test.each([
  ['a@x.com b@x.com', ['email a@x.com', 'email b@x.com']],
  ['a@x.com, b@x.com; c@x.com', ['email a@x.com', 'email b@x.com', 'email c@x.com']],
  ['a@x.com/b@x.com', ['email a@x.com', 'email b@x.com']],
  ['a@x.com|b@x.com', ['email a@x.com', 'email b@x.com']],
  ['<a@x.com><b@x.com>', ['email a@x.com', 'email b@x.com']],
  ['a@x.com and b@x.com', ['email a@x.com', 'email b@x.com']],
  ['a@x.com; Bob <b@x.com>', ['email a@x.com without Bob', 'email b@x.com']],
  ['Ada <a@x.com>, b@x.com; left', ['email a@x.com; left without Ada', 'email b@x.com; left']],
  [
    'Lovelace, Ada <a@x.com>; Turing, Alan <b@x.com>',
    ['email a@x.com without Lovelace, Ada Turing, Alan', 'email b@x.com'],
  ],
  ['acme.com, https://beta.com/x', ['domain acme.com', 'domain beta.com']],
  ['*@acme.com, ada@x.com', ['domain acme.com', 'email ada@x.com']],
  ['linkedin.com/in/ada linkedin.com/in/bob', ['linkedin linkedin.com/in/ada', 'linkedin linkedin.com/in/bob']],
])('%j has several entries', (line, entries) => {
  expect(read(line)).toEqual(entries);
});

test.each([
  ['ada@x.com; asked by bob@y.com', several],
  ['remove ada@x.com and everyone at acme.com', several],
  ['Ada\tada@acme.com\tAcme\tacme.com', several],
  ['ada@acme.com, acme.com', mixed],
  ['Acme GmbH acme.com', unclear],
  ['amazon.com services llc', unclear],
  ['ada @acme.com', mixed],
  ['everyone @acme.com', mixed],
  ['+49 170 1234567', number],
  ['Tel.: 0170/123 45 67', number],
  ['(555) 123-4567', number],
  ['10.0.0.0/8', number],
  ['x'.repeat(5_001), 'error: Longer than 5000 characters'],
])('%j is asked about', (line, error) => {
  expect(read(line)).toEqual([error]);
});

test.each([
  'Booking.com B.V.',
  'Müller GmbH & Co.KG',
  'müller gmbh & co.kg',
  'Universität St.Gallen',
  'P@ul & Sons',
  'E*TRADE Financial',
  '100% Pure Ltd',
  '1. FC Köln',
  '1&1 Ionos',
  'Dr. Oetker',
  'Motif',
  '7-Eleven',
  '3M',
  '4711',
])('%s is the name of a company', (line) => {
  expect(read(line)).toEqual([`company ${line}`]);
});

test.each([
  '# our customers',
  '// ada@x.com',
  'n/a',
  '-',
  '---',
  '***',
  'Our customers:',
  'Domains',
  'Emails',
  'Opt-outs',
])('%j is ignored', (line) => {
  expect(read(line)).toEqual([`ignored: ${line}`]);
});

test('numbers of a list are no part of its companies', () => {
  expect(entriesOfLines('1. Acme\n\n2. 1. FC Köln')).toEqual([
    { line: 1, kind: 'company', value: 'Acme' },
    { line: 3, kind: 'company', value: '1. FC Köln' },
  ] satisfies ReadLine[]);
});

test('a first line of headers is ignored', () => {
  expect(entriesOfLines('\nE-Mail-Adresse;Reason\nada@x.com')).toEqual([
    { line: 2, ignored: 'E-Mail-Adresse;Reason' },
    { line: 3, kind: 'email', value: 'ada@x.com' },
  ] satisfies ReadLine[]);
});

test('a given kind is that of each entry, except of a LinkedIn page', () => {
  expect(entriesOfLines('Booking.com\nBooking.com B.V., 2; ours', 'company')).toEqual([
    { line: 1, kind: 'company', value: 'Booking.com' },
    { line: 2, kind: 'company', value: 'Booking.com B.V., 2', reason: 'ours' },
  ] satisfies ReadLine[]);
  expect(entriesOfLines('*@acme.com\nada@x.com\nAcme\nlinkedin.com/company/acme', 'domain')).toEqual([
    { line: 1, kind: 'domain', value: 'acme.com' },
    { line: 2, kind: 'domain', value: 'ada@x.com' },
    { line: 3, kind: 'domain', value: 'Acme' },
    { line: 4, kind: 'linkedin', value: 'linkedin.com/company/acme' },
  ] satisfies ReadLine[]);
});

test('an international domain is an entry in both of its forms', () => {
  expect(entriesOfLines('müller.de; closed\n\ninfo@xn--mller-kva.de')).toEqual([
    { line: 1, kind: 'domain', value: 'müller.de', reason: 'closed' },
    { line: 1, kind: 'domain', value: 'xn--mller-kva.de', reason: 'closed' },
    { line: 3, kind: 'email', value: 'info@xn--mller-kva.de' },
    { line: 3, kind: 'email', value: 'info@müller.de' },
  ] satisfies ReadLine[]);
});
