import { expect, test } from 'vitest';
import { readFilters, writeFilters } from './filters.ts';

test.each([
  ['', ''],
  ['search=%20steel%20works', 'steel works'],
])('%j is read as a search for %j', (query, term) => {
  expect(readFilters(new URLSearchParams(query))).toEqual({ term });
});

test.each([
  ['', ' A & B ', 'search=A+%26+B'],
  ['tab=all&search=steel', ' ', 'tab=all'],
])('%j with a search for %j becomes %j', (query, term, written) => {
  expect(writeFilters(new URLSearchParams(query), { term }).toString()).toBe(written);
});
