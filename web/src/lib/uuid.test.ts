import { expect, test } from 'vitest';
import { isUuid, randomUuid } from './uuid.ts';

test('a random UUID is of version 4 and not the same twice', () => {
  const [one, other] = [randomUuid(), randomUuid()];
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(other).not.toBe(one);
});

test.each([
  [randomUuid(), true],
  ['7C9E6679-7425-40DE-944B-E07FC1F90AE7', true],
  ['7c9e6679742540de944be07fc1f90ae7', false],
  ['', false],
  ['x7c9e6679-7425-40de-944b-e07fc1f90ae7', false],
])('%s being an id is %j', (text, is) => {
  expect(isUuid(text)).toBe(is);
});
