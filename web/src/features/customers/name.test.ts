import { expect, it } from 'vitest';
import { checkName } from './name.ts';

it.each([
  ['Northwind', {}],
  ['', { name: 'A name is required.' }],
  [' \t ', { name: 'A name is required.' }],
  ['n'.repeat(500), {}],
  ['n'.repeat(501), { name: 'A name has at most 500 characters.' }],
])('%j', (name, errors) => {
  expect(checkName({ name })).toEqual(errors);
});
