import { expect, test } from 'vitest';
import { checkName, copyName, plainName } from './name.ts';

const tooLong = { name: 'The name is too long: 201 characters, at most 200' };

test.each([
  ['  Northwind ', {}],
  ['', { name: 'A name is required.' }],
  [' \t\u00a0', { name: 'A name is required.' }],
  ['\u202e\u0001', { name: 'A name is required.' }],
  ['n'.repeat(200), {}],
  ['n'.repeat(201), tooLong],
  ['🚀'.repeat(200), {}],
  ['🚀'.repeat(201), tooLong],
  [` ${'n'.repeat(200)} `, {}],
])('the name %j has the errors %j', (name, wrong) => {
  expect(checkName({ name }, { missing: 'A name is required.', maxLength: 200 })).toEqual(wrong);
});

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada \t\r\n Lovelace\u00a0', 'Ada Lovelace'],
  ['A\u0000d\u001b[31ma\u007f\u0085', 'Ad[31ma'],
  ['\u202eecalevoL adA', 'ecalevoL adA'],
  ['\u2066Ada\u2069 \u200f\u200e\u061cLovelace', 'Ada Lovelace'],
  ['عدي لوفلايس', 'عدي لوفلايس'],
  ['👩\u200d🚀', '👩\u200d🚀'],
  ['\u202e\u0001', ''],
])('%j is stored as %j', (text, name) => {
  expect(plainName(text)).toBe(name);
});

test('the name of a copy contains the original’s, within the maximum length', () => {
  expect(copyName('Founders')).toBe('Copy of Founders');
  expect([...copyName('🚀'.repeat(200))]).toHaveLength(200);
});
