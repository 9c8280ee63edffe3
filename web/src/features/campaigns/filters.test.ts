import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './filters.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test.each([
  ['', { customers: null, term: '' }],
  [`customer=${ID.toUpperCase()}&search=+Founders+`, { customers: [ID], term: 'Founders' }],
  ['customer=unknown', { customers: null, term: '' }],
])('readFilters(%j) returns %j', (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test('writeFilters keeps other parameters', () => {
  const url = new URLSearchParams('campaign=1&search=x');
  expect(writeFilters(url, { customers: [ID], term: '' }).toString()).toBe(`campaign=1&customer=${ID}`);
});
