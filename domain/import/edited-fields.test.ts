import { expect, test } from 'vitest';
import { checkEditedFields, type FieldTexts, fieldTexts } from './edited-fields.ts';

const stored = { name: 'Ada', first_name: null, email: 'old address', notes: 'Met in Lisbon', company: 'Acorn' };
const before = fieldTexts('leads', stored);

test('the fields of a row are texts', () => {
  expect(before).toMatchObject({ name: 'Ada', firstName: '', email: 'old address', notes: 'Met in Lisbon', phone: '' });
});

test.each([
  ['nothing', {}, { change: {} }],
  ['a cleaned value', { firstName: ' Ada\u00a0' }, { change: { first_name: 'Ada' } }],
  ['an emptied field', { notes: ' ' }, { change: { notes: null } }],
  [
    'a web address',
    { linkedin_profile_url: 'linkedin.com/in/ada' },
    { change: { linkedin_profile_url: expect.any(String) } },
  ],
  ['an invalid email', { email: 'ada' }, { error: 'Email is not valid: ada', target: 'email' }],
  ['no name', { name: ' ' }, { error: 'Name is required', target: 'name' }],
  [
    'a long title',
    { title: 'x'.repeat(501) },
    { error: expect.stringContaining('Title is too long'), target: 'title' },
  ],
])('editing gives %s, whatever the other fields hold', (_, edits, expected) => {
  expect(checkEditedFields('leads', before, { ...before, ...edits })).toEqual(expected);
});

test('numbers of a company are parsed as in an import', () => {
  const company = fieldTexts('companies', { name: 'Acorn', employee_count: 20, founded_year: null });
  expect(
    checkEditedFields('companies', company, { ...company, employee_count: '1,200', founded_year: '1981' }),
  ).toEqual({
    change: { employee_count: 1200, founded_year: 1981 },
  });
  expect(checkEditedFields('companies', company, { ...company, founded_year: 'soon' })).toEqual({
    error: 'Founded year is not a year: soon',
    target: 'founded_year',
  });
});

test('custom fields are edited by their targets, and checked together', () => {
  const fields = [
    { key: 'icebreaker', label: 'Icebreaker', isInternal: false },
    { key: 'score', label: 'Score', isInternal: true },
    { key: 'stage', label: 'Stage', isInternal: false },
  ];
  const before = fieldTexts('leads', { name: 'Ada' }, fields, { icebreaker: 'Hi', score: '7' });
  expect(before).toMatchObject({ name: 'Ada', 'custom:icebreaker': 'Hi', 'custom:score': '7', 'custom:stage': '' });
  const edit = (edits: FieldTexts) => checkEditedFields('leads', before, { ...before, ...edits }, fields);
  expect(edit({ 'custom:icebreaker': ' ', 'custom:score': ' 8 ' })).toEqual({
    change: {},
    custom: { icebreaker: null, score: '8' },
  });
  expect(edit({ 'custom:stage': 'x'.repeat(2001) })).toEqual({
    error: 'Stage is too long (2001 characters, at most 2000)',
    target: 'custom:stage',
  });
});
