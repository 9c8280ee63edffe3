import { expect, test } from 'vitest';
import { addUp } from './totals.ts';

test.each([
  ['no rows', [], []],
  ['leads without an audience', [{ name: null, approved: 3, total: 9 }], []],
  [
    'the largest first, then by name',
    [
      { name: 'beta 10', approved: 0, total: 2 },
      { name: 'beta 9', approved: 0, total: 2 },
      { name: 'Alpha', approved: 1, total: 2 },
      { name: 'Gamma', approved: 2, total: 5 },
    ],
    [
      { name: 'Gamma', approved: 2, total: 5 },
      { name: 'Alpha', approved: 1, total: 2 },
      { name: 'beta 9', approved: 0, total: 2 },
      { name: 'beta 10', approved: 0, total: 2 },
    ],
  ],
  [
    'an audience of two customers',
    [
      { name: 'Founders', approved: 1, total: 4 },
      { name: 'Founders', approved: 2, total: 3 },
    ],
    [{ name: 'Founders', approved: 3, total: 7 }],
  ],
])('%s', (_, rows, totals) => {
  expect(addUp(rows)).toEqual(totals);
});
