import { expect, test } from 'vitest';
import { type Edits, rowCorrector } from './corrections.ts';
import type { ColumnMapping } from './targets.ts';

const mapping: ColumnMapping = { Name: 'name', Mail: 'email', 'Work Email': 'email', Web: 'linkedin_profile_url' };
const correct = (cells: string[], edits: Edits, shape: { isClosed?: boolean; isTooLarge?: boolean } = {}) =>
  rowCorrector(
    'leads',
    Object.keys(mapping),
    mapping,
  )({ row: 2, sheetRow: 2, cells, isClosed: true, isTooLarge: false, ...shape }, edits);
const fieldsOf = (...args: Parameters<typeof correct>) =>
  correct(...args).fields.map(({ label, value }) => [label, value]);

test('the field with the error has its value', () => {
  expect(fieldsOf(['Ada', 'ada@', '', ''], {})).toEqual([['Email', 'ada@']]);
  expect(fieldsOf(['', '', '', ''], {})).toEqual([['Name', '']]);
});

test('an edit replaces the value of all columns of its field, and the next error shows its field too', () => {
  const { cells, outcome } = correct(['Ada', 'x', 'ada@', 'nowhere'], { email: 'ada@acme.example' });
  expect(cells).toEqual(['Ada', '', 'ada@acme.example', 'nowhere']);
  expect(outcome).toEqual({ error: 'LinkedIn URL is not valid: nowhere', target: 'linkedin_profile_url' });
  expect(fieldsOf(['Ada', 'x', 'ada@', 'nowhere'], { email: 'ada@acme.example' })).toEqual([
    ['Email', 'ada@acme.example'],
    ['LinkedIn URL', 'nowhere'],
  ]);
  expect(correct(['Ada', 'ada@'], { email: 'ada@acme.example' }).outcome).toMatchObject({
    row: { name: 'Ada', email: 'ada@acme.example' },
  });
});

test('a short row gets the cells before an edited one', () => {
  expect(correct(['Ada'], { linkedin_profile_url: 'linkedin.com/in/ada' }).cells).toEqual([
    'Ada',
    '',
    '',
    'linkedin.com/in/ada',
  ]);
});

test.each([
  ['too many cells', ['Ada', '', '', '', 'x'], {}],
  ['a quote that is never closed', ['Ada'], { isClosed: false }],
  ['too much text', [], { isTooLarge: true }],
])('a row with %s has no field to correct', (_, cells, shape) => {
  expect(fieldsOf(cells, {}, shape)).toEqual([]);
});

test('a name is corrected in the first name if no column has the whole name', () => {
  const split: ColumnMapping = { Given: 'firstName', Family: 'lastName' };
  const { fields } = rowCorrector(
    'leads',
    Object.keys(split),
    split,
  )({ row: 2, sheetRow: 2, cells: ['', ''], isClosed: true, isTooLarge: false }, {});
  expect(fields).toEqual([{ target: 'firstName', label: 'First name', value: '' }]);
});
