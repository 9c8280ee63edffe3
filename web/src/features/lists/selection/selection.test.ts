import { describe, expect, test } from 'vitest';
import {
  countSelected,
  coverage,
  describeSelection,
  EVERYTHING,
  extend,
  idRange,
  isEmpty,
  isSelected,
  NOTHING,
  type SelectionSummary,
  select,
  these,
} from './selection.ts';

const allButB = select(EVERYTHING, ['b'], false);

describe('the rows of a selection', () => {
  test.each([
    [NOTHING, 'a', false],
    [these(['a']), 'a', true],
    [these(['a']), 'b', false],
    [EVERYTHING, 'never scrolled in', true],
    [allButB, 'a', true],
    [allButB, 'b', false],
    [select(allButB, ['b'], true), 'b', true],
    [select(these(['a', 'b']), ['a'], false), 'a', false],
    [select(these(['a']), ['a'], true), 'a', true],
  ])('%# with %j the row %s is selected: %s', (selection, id, selected) => {
    expect(isSelected(selection, id)).toBe(selected);
  });
});

describe('the select-all checkbox', () => {
  test.each([
    [NOTHING, 400, 0, false],
    [these(['a', 'b']), 400, 2, 'indeterminate'],
    [these(['a', 'b']), 2, 2, true],
    [EVERYTHING, 400, 400, true],
    [allButB, 400, 399, 'indeterminate'],
    [allButB, 1, 0, false],
    [EVERYTHING, 0, 0, false],
  ])('%# with %j of %i matching, %i are selected and the checkbox is %s', (selection, matching, count, shown) => {
    expect(countSelected(selection, matching)).toBe(count);
    expect(coverage(count, matching)).toBe(shown);
  });
});

test('as long as the matching rows are not counted, a selection is partial', () => {
  expect([coverage(0, undefined), coverage(3, undefined)]).toEqual([false, 'indeterminate']);
});

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s is %j', (from, to, range) => {
  expect(idRange(['a', 'b', 'c', 'd'], from, to)).toEqual(range);
});

test('a selection is empty if it lists no row, not if it is all except those listed', () => {
  expect([NOTHING, these(['a']), EVERYTHING, allButB].map(isEmpty)).toEqual([true, false, false, false]);
});

describe('the extension of a selection row by row', () => {
  test.each([
    [NOTHING, 'a', 'b', ['a', 'b']],
    [these(['a', 'b']), 'b', 'c', ['a', 'b', 'c']],
    [these(['a', 'b', 'c']), 'c', 'b', ['a', 'b']],
    [these(['x']), 'b', 'a', ['x', 'b', 'a']],
  ])('%# the selection %j is extended from %s to %s', (selection, from, to, selected) => {
    expect(extend(selection, from, to)).toEqual(these(selected));
  });
});

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
])('the selection %j reads %s', (summary, words) => {
  expect(describeSelection({ ...here, count: 0, ...summary })).toBe(words);
});
