import { expect, test } from 'vitest';
import { describeFilters, isFiltered, readFilters, writeFilters } from './filters.ts';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

test.each([
  ['', { customerId: null, withErrors: false }],
  [`customer=${ID.toUpperCase()}&errors=1`, { customerId: ID, withErrors: true }],
  ['customer=unknown&errors=yes', { customerId: null, withErrors: false }],
])('readFilters(%j) returns %j', (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test('writeFilters keeps other parameters', () => {
  const url = new URLSearchParams(`import=${ID}&errors=1`);
  expect(writeFilters(url, { customerId: ID, withErrors: false }).toString()).toBe(`import=${ID}&customer=${ID}`);
});

test.each([
  [{ customerId: null, withErrors: false }, false, ''],
  [{ customerId: ID, withErrors: true }, true, 'customer Acme, imports with errors'],
])('isFiltered(%j) is %s', (filters, filtered, words) => {
  expect([isFiltered(filters), describeFilters(filters, 'Acme')]).toEqual([filtered, words]);
});
