import { expect, test } from 'vitest';
import { niceCeiling } from './line-chart.tsx';

test.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [10, 10],
  [11, 20],
  [41, 50],
  [99, 100],
  [101, 200],
  [3999, 4000],
  [4001, 5000],
  [612_345, 800_000],
])('an axis for %i ends at %i', (max, end) => {
  expect(niceCeiling(max)).toBe(end);
});
