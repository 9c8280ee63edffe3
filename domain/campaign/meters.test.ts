import { expect, test } from 'vitest';
import { countCharacters, findMeter, meterLevel, shownMaximum } from './meters.ts';

test.each([
  ['linkedin_connection' as const, 'message' as const, 199, 'calm'],
  ['linkedin_connection' as const, 'message' as const, 200, 'amber'],
  ['linkedin_connection' as const, 'message' as const, 300, 'amber'],
  ['linkedin_connection' as const, 'message' as const, 301, 'red'],
  ['linkedin_message' as const, 'message' as const, 2_999, 'calm'],
  ['linkedin_message' as const, 'message' as const, 3_000, 'amber'],
  ['linkedin_message' as const, 'message' as const, 8_000, 'amber'],
  ['linkedin_message' as const, 'message' as const, 8_001, 'red'],
  ['email' as const, 'subject' as const, 60, 'calm'],
  ['email' as const, 'subject' as const, 61, 'amber'],
  ['email' as const, 'subject' as const, 6_000, 'amber'],
])('the %s %s of %i characters is %s', (type, text, length, level) => {
  const meter = findMeter(type, text);
  expect(meter && meterLevel(meter, length)).toBe(level);
});

test.each([
  ['linkedin_connection' as const, 'message' as const, 300],
  ['linkedin_message' as const, 'message' as const, 8_000],
  ['email' as const, 'subject' as const, 60],
])('the %s %s counts against %i', (type, text, mark) => {
  const meter = findMeter(type, text);
  expect(meter && shownMaximum(meter)).toBe(mark);
});

test('the text of an email, and a subject that is not one’s, have no meter', () => {
  expect(findMeter('email', 'message')).toBeNull();
  expect(findMeter('linkedin_message', 'subject')).toBeNull();
});

test('characters are code points', () => {
  expect(countCharacters('aé漢🚀')).toBe(4);
});
