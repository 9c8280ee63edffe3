import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inBatches, inWeighedBatches } from './batches.ts';

test.each([
  [[], []],
  [[1, 1], [[1, 1]]],
  [
    [1, 1, 1, 1],
    [[1, 1, 1], [1]],
  ],
  [
    [4, 3, 4],
    [[4, 3], [4]],
  ],
  [
    [8, 1, 9, 1],
    [[8], [1], [9], [1]],
  ],
])('%j in batches of at most three items that weigh 7 are %j', (items, batches) => {
  expect(inWeighedBatches(items, { size: 3, weight: 7, weigh: (item) => item })).toEqual(batches);
});

test('items without weight are in batches of one size', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 10 }), (items, size) => {
      expect(inWeighedBatches(items, { size, weight: 0, weigh: () => 0 })).toEqual(inBatches(items, size));
    }),
  );
});
