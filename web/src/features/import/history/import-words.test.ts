import { expect, test } from 'vitest';
import { firstOf, leadsAndCompanies } from './import-words.ts';

test.each([
  [12, 3, '12 leads and 3 companies'],
  [1, 0, '1 lead'],
  [0, 1, '1 company'],
  [0, 0, 'Nothing'],
])('%i leads and %i companies: %s', (leads, companies, words) => {
  expect(leadsAndCompanies(leads, companies)).toBe(words);
});

test.each([
  [['Ada', 'Bea'], 2, 'Ada, Bea'],
  [['Ada', 'Bea'], 5, 'Ada, Bea and 3 more'],
])('%j of %i: %s', (names, total, words) => {
  expect(firstOf(names, total)).toBe(words);
});
