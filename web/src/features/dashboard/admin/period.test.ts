import { expect, test } from 'vitest';
import { type Period, periodStart, readPeriod } from './period.ts';

test.each<[Period, string | null]>([
  ['4', '2026-11-02'],
  ['12', '2026-09-07'],
  ['all', null],
])('the period %s starts on %s', (period, day) => {
  expect(periodStart(period, new Date('2026-11-23T12:00:00Z'))).toBe(day);
});

test.each([
  ['4', '4'],
  ['all', 'all'],
  ['5', '12'],
  [null, '12'],
])('readPeriod(%j) returns %s', (text, period) => {
  expect(readPeriod(text)).toBe(period);
});
