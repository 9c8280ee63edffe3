import { expect, test } from 'vitest';
import { checkName, copyName } from './name.ts';

const tooLong = { name: 'The name is too long: 201 characters, at most 200' };

test.each([
  ['  Northwind ', {}],
  ['', { name: 'A name is required.' }],
  [' \t\u00a0', { name: 'A name is required.' }],
  ['n'.repeat(200), {}],
  ['n'.repeat(201), tooLong],
  ['🚀'.repeat(200), {}],
  ['🚀'.repeat(201), tooLong],
  [` ${'n'.repeat(200)} `, {}],
])('of the name %j is wrong %j', (name, wrong) => {
  expect(checkName({ name }, { missing: 'A name is required.', most: 200 })).toEqual(wrong);
});

test('a copy is named for its original, within the length of a name', () => {
  expect(copyName('Founders')).toBe('Copy of Founders');
  expect([...copyName('🚀'.repeat(200))]).toHaveLength(200);
});
