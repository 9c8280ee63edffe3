import { expect, test } from 'vitest';
import { formatCount } from './tally.ts';

test.each([
  [12_480, false, '12,480'],
  [12_480, true, '~12,000'],
  [5_001, true, '~5,000'],
  [167_204, true, '~170,000'],
  [0, true, '~0'],
])('%d, estimated: %s, reads %s', (count, is_estimated, words) => {
  expect(formatCount(count, { is_estimated }, 'en')).toBe(words);
});
