import { expect, test } from 'vitest';
import { distinctHeaders, matchHeader } from './headers.ts';
import type { ImportType } from './targets.ts';

test.each<[ImportType, string, string | undefined]>([
  ['leads', 'Full Name', 'name'],
  ['leads', 'First Name', 'firstName'],
  ['leads', 'Last Name', 'lastName'],
  ['leads', 'Email Address', 'email'],
  ['leads', 'Job Title', 'title'],
  ['leads', 'Position', 'title'],
  ['leads', 'City', 'location'],
  ['leads', 'Country', 'location'],
  ['leads', 'first_name', 'firstName'],
  ['leads', 'FIRST-NAME', 'firstName'],
  ['leads', 'firstName', 'firstName'],
  ['leads', ' Company* ', 'company'],
  ['leads', 'Email (2)', 'email'],
  ['leads', 'E-mail 1 - Value', 'email'],
  ['leads', 'Country/Region', 'location'],
  ['leads', 'Tel.', 'phone'],
  ['leads', 'Person - Name', 'name'],
  ['leads', 'Person - Email', 'email'],
  ['leads', 'Person - Organization', 'company'],
  ['leads', 'Ort', undefined],
  ['leads', '', undefined],
  ['leads', '(Email)', undefined],
  ['leads', 'constructor', undefined],
  ['companies', 'Organization - Name', 'name'],
  ['companies', 'Organization - Number of employees', 'employee_count'],
  ['companies', '# Employees', 'employee_count'],
  ['companies', 'Website', 'website'],
  ['companies', 'First Name', undefined],
])('in %s the header %j names %s', (type, header, target) => {
  expect(matchHeader(type, header)?.target).toBe(target);
});

test('an earlier synonym has a better rank', () => {
  expect(matchHeader('leads', 'Work Email')?.rank).toBeLessThan(matchHeader('leads', 'Personal Email')?.rank ?? 0);
});

test.each<[string[], string[]]>([
  [
    ['A', 'B'],
    ['A', 'B'],
  ],
  [
    ['A', 'A', 'A'],
    ['A', 'A (2)', 'A (3)'],
  ],
  [
    [' A ', 'A'],
    ['A', 'A (2)'],
  ],
  [
    ['A', 'A', 'A (2)'],
    ['A', 'A (3)', 'A (2)'],
  ],
  [
    ['', 'x', ' '],
    ['Column 1', 'x', 'Column 3'],
  ],
  [
    ['Column 2', ''],
    ['Column 2', 'Column 2 (2)'],
  ],
  [
    ['email', 'Email'],
    ['email', 'Email'],
  ],
])('the headers %j become %j', (cells, headers) => {
  expect(distinctHeaders(cells)).toEqual(headers);
});
