import { describe, expect, test } from 'vitest';
import {
  choose,
  countSelected,
  coverage,
  EVERYTHING,
  isNothing,
  isSelected,
  NOTHING,
  rangeOf,
  stretch,
  these,
} from './selection.ts';

const allButB = choose(EVERYTHING, ['b'], false);

describe('which rows are chosen', () => {
  test.each([
    [NOTHING, 'a', false],
    [these(['a']), 'a', true],
    [these(['a']), 'b', false],
    [EVERYTHING, 'never scrolled in', true],
    [allButB, 'a', true],
    [allButB, 'b', false],
    [choose(allButB, ['b'], true), 'b', true],
    [choose(these(['a', 'b']), ['a'], false), 'a', false],
    [choose(these(['a']), ['a'], true), 'a', true],
  ])('%# %j: %s is chosen: %s', (selection, id, chosen) => {
    expect(isSelected(selection, id)).toBe(chosen);
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
  ])('%# %j of %i matching: %i chosen, shown as %s', (selection, matching, count, shown) => {
    expect(countSelected(selection, matching)).toBe(count);
    expect(coverage(count, matching)).toBe(shown);
  });
});

test('where it is not known how many match, what is chosen is not all of them', () => {
  expect([coverage(0, undefined), coverage(3, undefined)]).toEqual([false, 'indeterminate']);
});

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s is %j', (from, to, range) => {
  expect(rangeOf(['a', 'b', 'c', 'd'], from, to)).toEqual(range);
});

test('nothing is chosen where no row is named, not where all are but those named', () => {
  expect([NOTHING, these(['a']), EVERYTHING, allButB].map(isNothing)).toEqual([true, false, false, false]);
});

describe('stretching a selection row by row', () => {
  test.each([
    [NOTHING, 'a', 'b', ['a', 'b']],
    [these(['a', 'b']), 'b', 'c', ['a', 'b', 'c']],
    [these(['a', 'b', 'c']), 'c', 'b', ['a', 'b']],
    [these(['x']), 'b', 'a', ['x', 'b', 'a']],
  ])('%# %j from %s to %s', (selection, from, to, chosen) => {
    expect(stretch(selection, from, to)).toEqual(these(chosen));
  });
});
