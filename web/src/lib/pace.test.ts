import { expect, it } from 'vitest';
import { formatTimeLeft } from './pace.ts';

it.each([
  [0, 100, ''],
  [100, 0, ''],
  [100, 100, '1 s left'],
  [5_900, 100, '59 s left'],
  [6_000, 100, '1 min left'],
  [6_001, 100, '2 min left'],
  [1_000_000, 10, '1,667 min left'],
])('%i things at %i a second are %j', (left, pace, said) => {
  expect(formatTimeLeft(left, pace, 'en-US')).toBe(said);
});
