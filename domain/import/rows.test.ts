import { expect, test } from 'vitest';
import { nameReader, type RowOutcome, rowReader, storedName } from './rows.ts';
import { type ColumnMapping, type ImportType, importTargets } from './targets.ts';

const withoutTarget = (outcome: RowOutcome): RowOutcome => ('error' in outcome ? { error: outcome.error } : outcome);

function read(
  type: ImportType,
  columns: [header: string, target: ColumnMapping[string], cell: string][],
  isClosed = true,
) {
  const headers = columns.map(([header]) => header);
  const mapping = Object.fromEntries(columns.map(([header, target]) => [header, target]));
  return withoutTarget(rowReader(type, headers, mapping)({ cells: columns.map(([, , cell]) => cell), isClosed }));
}

const lead = (...columns: [string, ColumnMapping[string], string][]) =>
  read('leads', [['Name', 'name', 'Ada'], ...columns]);
const company = (...columns: [string, ColumnMapping[string], string][]) =>
  read('companies', [['Name', 'name', 'Acme'], ...columns]);

test.each([
  ['leads', lead()],
  ['companies', company()],
] as const)('every target of %s fills a field of the stored row', (type, outcome) => {
  const fields = Object.keys(importTargets(type)).map(storedName);
  expect(Object.keys('row' in outcome ? outcome.row : {})).toEqual(expect.arrayContaining(fields));
});

test('a lead is named by its first and last name where it has no name (S5.32)', () => {
  const outcome = read('leads', [
    ['Last', 'lastName', 'King'],
    ['First', 'firstName', 'Ada'],
  ]);
  expect(outcome).toMatchObject({ row: { name: 'Ada King', first_name: 'Ada', last_name: 'King' } });
});

test.each([
  ['Alpha, Nora', { name: 'Nora Alpha', first_name: 'Nora', last_name: 'Alpha' }],
  ['="Müller, Dr. Anna"', { name: 'Dr. Anna Müller', first_name: 'Anna', last_name: 'Müller' }],
  ['Pia Gamma, MBA, PhD', { name: 'Pia Gamma, MBA, PhD', first_name: null, last_name: null }],
  ['Omar Beta', { name: 'Omar Beta', first_name: null, last_name: null }],
])('a lead with the last name first, %j, is %j', (cell, row) => {
  expect(read('leads', [['Who', 'lastFirst', cell]])).toMatchObject({ row });
  expect(read('leads', [['Name', 'name', cell]])).toMatchObject({ row: { first_name: null, last_name: null } });
});

test.each<[string, string[], string | null]>([
  ['the header again', ['First Name', 'Last Name', 'Company'], 'Row repeats the header'],
  ['the last line of a report', ['Total:', '12', ''], 'Row is a total, not a person: Total: 12'],
  ['a sum in German', ['Summe', '', '3'], 'Row is a total, not a person: Summe'],
  ['somebody who is called Total', ['Jean', 'Total', ''], null],
  ['somebody of a company', ['Total', '', 'Acme'], null],
])('%s, %j, has the error %j', (_, cells, error) => {
  const mapping = { 'First Name': 'firstName', 'Last Name': 'lastName', Company: 'company' } as const;
  const outcome = rowReader('leads', Object.keys(mapping), mapping)({ cells, isClosed: true });
  expect('error' in outcome ? outcome.error : null).toBe(error);
});

test('a lead with a name keeps its first and last name beside it', () => {
  expect(lead(['First', 'firstName', 'Augusta'])).toMatchObject({
    row: { name: 'Ada', first_name: 'Augusta', last_name: null },
  });
});

test('several columns of a name are joined, equal parts once', () => {
  const outcome = read('leads', [
    ['A', 'name', 'Ada'],
    ['B', 'name', ' Ada '],
    ['C', 'name', ''],
    ['D', 'name', 'King'],
  ]);
  expect(outcome).toMatchObject({ row: { name: 'Ada King' } });
});

test('a location joins its parts in the order of the file, equal parts once', () => {
  const outcome = lead(
    ['Country', 'location', 'Germany'],
    ['State', 'location', 'n/a'],
    ['City', 'location', 'Berlin'],
    ['X', 'location', 'Germany'],
  );
  expect(outcome).toMatchObject({ row: { location: 'Germany, Berlin' } });
});

test('of several emails the first by rank that is not empty counts, and it alone is checked', () => {
  expect(lead(['Mail', 'email', 'broken'], ['Work Email', 'email', 'a@x.example'])).toMatchObject({
    row: { email: 'a@x.example' },
  });
  expect(lead(['Mail', 'email', 'broken'], ['Work Email', 'email', 'N/A'])).toEqual({
    error: 'Email is not valid: broken',
  });
});

test('of several columns of any other field the first in the file that is not empty counts', () => {
  expect(lead(['B', 'title', '-'], ['Job Title', 'title', 'CTO'], ['A', 'title', 'CEO'])).toMatchObject({
    row: { title: 'CTO' },
  });
});

test.each([
  'a@b',
  '@x.example',
  'a@',
  'a@@x.example',
  'a b@x.example',
  'a@x..example',
  'a.x.example',
  'a@x.example&b',
  'not a@x.example',
  'https://x.example/@a.b',
])('%j is no email', (email) => {
  expect(lead(['E', 'email', email])).toEqual({ error: `Email is not valid: ${email}` });
});

test('of an email the address is stored, with its capitals', () => {
  expect(lead(['E', 'email', ' Ada+X@Mail.Example '])).toMatchObject({ row: { email: 'Ada+X@Mail.Example' } });
  expect(lead(['E', 'email', 'mailto:Ada@Mail.Example;'])).toMatchObject({ row: { email: 'Ada@Mail.Example' } });
});

test('an email that stands for one that is not known is empty, so that the next column counts', () => {
  expect(lead(['E', 'email', 'email_not_unlocked@domain.com'])).toMatchObject({ row: { email: null } });
  expect(
    lead(['Work Email', 'email', 'email_not_unlocked@domain.com'], ['Personal Email', 'email', 'ada@x.example']),
  ).toMatchObject({ row: { email: 'ada@x.example' } });
});

test('a company takes its domain from its website where it has none', () => {
  expect(company(['W', 'website', 'www.Acme.example/x'])).toMatchObject({
    row: { website: 'https://www.Acme.example/x', domain: 'acme.example' },
  });
  expect(company(['W', 'website', 'facebook.com/acme'])).toMatchObject({ row: { domain: null } });
  expect(company(['W', 'website', 'acme.example'], ['D', 'domain', 'other.example'])).toMatchObject({
    row: { domain: 'other.example' },
  });
});

test('a range of employees fills an empty size', () => {
  expect(company(['E', 'employee_count', '11-50'])).toMatchObject({ row: { employee_count: 11, size: '11-50' } });
  expect(company(['E', 'employee_count', '11-50'], ['S', 'size', 'Small'])).toMatchObject({
    row: { employee_count: 11, size: 'Small' },
  });
  expect(company(['E', 'employee_count', '50'])).toMatchObject({ row: { employee_count: 50, size: null } });
});

test('a founding year of 0 is empty', () => {
  expect(company(['Y', 'founded_year', '0'])).toMatchObject({ row: { founded_year: null } });
});

const long = (length: number) => '𝒳'.repeat(length);

test.each<[string, ColumnMapping[string], string, string]>([
  ['leads', 'title', long(501), 'Title is too long (501 characters, at most 500)'],
  ['leads', 'headline', long(2001), 'Headline is too long (2001 characters, at most 2000)'],
  ['leads', 'notes', long(10_001), 'Notes is too long (10001 characters, at most 10000)'],
  ['leads', 'firstName', long(501), 'First name is too long (501 characters, at most 500)'],
  [
    'leads',
    'linkedin_profile_url',
    `x.example/${'y'.repeat(1983)}`,
    'LinkedIn URL is too long (2001 characters, at most 2000)',
  ],
  ['companies', 'description', long(10_001), 'Description is too long (10001 characters, at most 10000)'],
  ['companies', 'industry', long(501), 'Industry is too long (501 characters, at most 500)'],
])('in %s a %s that is too long is an error', (type, target, cell, error) => {
  expect(
    read(type as ImportType, [
      ['Name', 'name', 'A'],
      ['X', target, cell],
    ]),
  ).toEqual({ error });
});

test('length is counted in code points, after cleaning', () => {
  expect(lead(['T', 'title', `  ${long(500)}  `])).toMatchObject({ row: { title: long(500) } });
});

test('the first rule that fails is the error', () => {
  const headers = ['Name', 'Email', 'URL', 'Notes'];
  const readRow = rowReader('leads', headers, {
    Name: 'name',
    Email: 'email',
    URL: 'linkedin_profile_url',
    Notes: 'notes',
  });
  const worst = ['', 'broken', 'nowhere', long(10_001)];
  const errorOf = (cells: string[], isClosed = true) => withoutTarget(readRow({ cells, isClosed }));
  expect(errorOf([...worst, 'nul\0'], false)).toEqual({ error: 'A quoted cell is never closed' });
  expect(errorOf([...worst, 'nul\0'])).toEqual({ error: 'Row contains a NUL character' });
  expect(errorOf([...worst, ' ', 'x'])).toEqual({ error: 'Row has 6 cells, the header has 4' });
  expect(errorOf([...worst, ' ', ''])).toEqual({ error: 'Name is required' });
  expect(errorOf(['A', ...worst.slice(1)])).toEqual({ error: 'Email is not valid: broken' });
  expect(errorOf(['A', '', ...worst.slice(2)])).toEqual({ error: 'LinkedIn URL is not valid: nowhere' });
  expect(errorOf(['A', '', '', ...worst.slice(3)])).toEqual({
    error: 'Notes is too long (10001 characters, at most 10000)',
  });
  expect(errorOf(['A'])).toMatchObject({ row: { name: 'A', email: null, notes: null } });
});

test('of a company the pages come before the domain, the number and the year', () => {
  const columns: [string, ColumnMapping[string], string][] = [
    ['L', 'linkedin_url', 'no-host'],
    ['W', 'website', 'nowhere'],
    ['D', 'domain', 'localhost'],
    ['E', 'employee_count', 'many'],
    ['Y', 'founded_year', 'ages ago'],
  ];
  expect(columns.map((_, index) => company(...columns.slice(index)))).toEqual([
    { error: 'LinkedIn URL is not valid: no-host' },
    { error: 'Website is not valid: nowhere' },
    { error: 'Domain is not valid: localhost' },
    { error: 'Employee count is not a number: many' },
    { error: 'Founded year is not a year: ages ago' },
  ]);
});

test.each<[ImportType, ColumnMapping, string[], string | null]>([
  ['leads', { A: 'name', B: 'email' }, [' Ada  King ', 'broken'], 'Ada King'],
  ['leads', { A: 'firstName', B: 'lastName' }, ['Ada', 'King', 'too', 'many'], 'Ada King'],
  ['leads', { A: 'firstName', B: 'lastName' }, ['', ''], null],
  ['leads', { A: 'name', B: 'company', C: 'email' }, ['', 'Acme', 'broken'], 'broken'],
  ['leads', { A: 'name', B: 'company', C: 'email' }, [' ', 'Acme', ''], 'Acme'],
  ['leads', { A: 'name', B: 'ignore', C: 'title' }, ['', ' 7 ', 'CEO'], '7'],
  ['companies', { A: 'name', B: 'website' }, ['', 'nowhere'], 'nowhere'],
  ['companies', { A: 'name', B: 'website' }, ['Acme', 'nowhere'], 'Acme'],
])(
  'a row of %s with the columns %j and the cells %j is named %j, whatever rules it breaks',
  (type, mapping, cells, name) => {
    expect(nameReader(type, Object.keys(mapping), mapping)(cells)).toBe(name);
  },
);
