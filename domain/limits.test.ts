import { expect, test } from 'vitest';
import { lengthError } from './limits.ts';

test.each([
  ['', undefined],
  ['abc', undefined],
  ['🚀🚀🚀', undefined],
  ['abcd', 'The name is too long: 4 characters, at most 3'],
  ['🚀🚀🚀🚀', 'The name is too long: 4 characters, at most 3'],
])('the length error of %j', (text, error) => {
  expect(lengthError('The name', text, 3)).toBe(error);
});
