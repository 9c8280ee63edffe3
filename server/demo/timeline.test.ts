import { expect, test } from 'vitest';
import { readDate } from './timeline.ts';

const tuesday = new Date('2026-11-24T13:00:00Z');

test.each([
  ['1d 09:30:00', '2026-11-23T09:30:00.000000Z'],
  ['2d 09:04:59.999998', '2026-11-20T09:04:59.999998Z'],
  ['6d 00:00:01.5', '2026-11-16T00:00:01.500000Z'],
  ['0d 00:01:30', '2026-11-24T11:21:30.000Z'],
  ['in 90 h', '2026-11-28T07:00:00.000Z'],
])('the demo time %s is %s', (text, date) => {
  expect(readDate(text, tuesday)).toBe(date);
});

test('any other text is not a time of the demo', () => {
  expect(() => readDate('yesterday', tuesday)).toThrow("'yesterday' is not a date of the demo");
});
