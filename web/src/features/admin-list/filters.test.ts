import { describe, expect, test } from 'vitest';
import { describeListFilters, NO_LIST_FILTERS, readListFilters, writeListFilters } from './filters.ts';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe('the URL holds the filters', () => {
  test.each([
    ['', NO_LIST_FILTERS],
    ['search=%20steel%20works', { ...NO_LIST_FILTERS, term: 'steel works' }],
    [`customer=${CUSTOMER.toUpperCase()}`, { ...NO_LIST_FILTERS, customerId: CUSTOMER }],
    ['customer=not-a-uuid', NO_LIST_FILTERS],
  ])('%j is read as %j', (query, filters) => {
    expect(readListFilters(new URLSearchParams(query))).toEqual(filters);
  });

  test.each([
    ['', { term: ' A & B ', customerId: null }, 'search=A+%26+B'],
    ['tab=all&search=steel', { term: ' ', customerId: CUSTOMER }, `tab=all&customer=${CUSTOMER}`],
    [`customer=${CUSTOMER}`, NO_LIST_FILTERS, ''],
  ])('%j with %j becomes %j', (query, filters, written) => {
    expect(writeListFilters(new URLSearchParams(query), filters).toString()).toBe(written);
  });
});

test.each([
  [NO_LIST_FILTERS, undefined, ''],
  [{ term: 'steel', customerId: CUSTOMER }, 'Acme', '“steel”, customer Acme'],
  [{ term: '', customerId: CUSTOMER }, undefined, 'customer unknown'],
])('%j of %s in words is %j', (filters, customerName, words) => {
  expect(describeListFilters(filters, customerName)).toBe(words);
});
