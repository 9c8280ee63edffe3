import { expect, test } from 'vitest';
import { describeSelection, type SelectionSummary } from './summary.ts';

const here = { is_estimated: false, isAll: false, outside: 0, madeUnder: null };
const elsewhere = { isAll: true, outside: null, madeUnder: '"acme"' };

test.each<[Partial<SelectionSummary>, string]>([
  [{ count: 1_200 }, '1,200 selected'],
  [{ count: 12, outside: null }, '12 selected'],
  [{ count: 12, outside: 5 }, '12 selected, 5 outside this filter'],
  [{ count: 12, outside: 12 }, '12 selected, outside this filter'],
  [{ count: 120, isAll: true }, 'All 120 matching'],
  [{ count: 5_612, isAll: true, is_estimated: true }, 'All ~5,600 matching'],
  [{ ...elsewhere, count: 120 }, 'All 120 matching "acme" selected'],
  [{ ...elsewhere, count: 119, isAll: false }, '119 matching "acme" selected'],
  [{ ...elsewhere, count: 120, madeUnder: '' }, 'All 120 selected'],
])('%j reads %s', (summary, words) => {
  expect(describeSelection({ ...here, count: 0, ...summary })).toBe(words);
});
