import { expect, test } from 'vitest';
import { isLabelShown } from './line-chart.tsx';

const WEEKS = Array.from({ length: 12 }, (_, index) => `${10 + index} Oct`);

test.each([
  [1000, WEEKS],
  [520, WEEKS],
  [510, ['11 Oct', '13 Oct', '15 Oct', '17 Oct', '19 Oct', '21 Oct']],
  [240, ['12 Oct', '15 Oct', '18 Oct', '21 Oct']],
  [0, ['21 Oct']],
])('on an axis of %i pixels every label is shown that fits, the last one always', (width, shown) => {
  expect(WEEKS.filter((_, index) => isLabelShown(index, WEEKS, width))).toEqual(shown);
});

test('a single label is shown', () => {
  expect(isLabelShown(0, ['10 Oct'], 300)).toBe(true);
});
