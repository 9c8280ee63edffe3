import { expect, test } from 'vitest';
import { checkName, copyName } from './name.ts';

const tooLong = { name: 'The name has 501 characters; 500 is the most' };

test.each([
  ['  Northwind ', {}],
  ['', { name: 'A name is required.' }],
  [' \t\u00a0', { name: 'A name is required.' }],
  ['n'.repeat(500), {}],
  ['n'.repeat(501), tooLong],
  ['🚀'.repeat(500), {}],
  ['🚀'.repeat(501), tooLong],
  [` ${'n'.repeat(500)} `, {}],
])('of the name %j is wrong %j', (name, wrong) => {
  expect(checkName({ name }, 'A name is required.')).toEqual(wrong);
});

test('a copy is named for its original, within the length of a name', () => {
  expect(copyName('Founders')).toBe('Copy of Founders');
  expect([...copyName('🚀'.repeat(500))]).toHaveLength(500);
});
